/** The only package that asks for the time, for randomness and for new ids. */
@NullMarked
package dev.carillon.engine.clock;

import org.jspecify.annotations.NullMarked;
