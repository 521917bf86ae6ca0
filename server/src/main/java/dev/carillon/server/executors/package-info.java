/** Executors over HTTP, and what they check calls with. */
@NullMarked
package dev.carillon.server.executors;

import org.jspecify.annotations.NullMarked;
