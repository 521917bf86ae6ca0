/** Threads: the loop that drives the dispatcher, the lanes to the store, the attempts under way. */
@NullMarked
package dev.carillon.engine.runtime;

import org.jspecify.annotations.NullMarked;
