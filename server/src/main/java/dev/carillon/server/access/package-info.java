/** Who may do what: organizations, principals, tokens and their scopes. */
@NullMarked
package dev.carillon.server.access;

import org.jspecify.annotations.NullMarked;
