/** Small programs that embed the engine. */
@NullMarked
package dev.carillon.examples;

import org.jspecify.annotations.NullMarked;
