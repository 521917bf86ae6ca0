/** Runs over HTTP. */
@NullMarked
package dev.carillon.server.runs;

import org.jspecify.annotations.NullMarked;
