/** Grants over HTTP. */
@NullMarked
package dev.carillon.server.grants;

import org.jspecify.annotations.NullMarked;
