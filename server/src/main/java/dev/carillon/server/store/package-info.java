/** The server's own tables. Only this package speaks SQL. */
@NullMarked
package dev.carillon.server.store;

import org.jspecify.annotations.NullMarked;
