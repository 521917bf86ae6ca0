/** Load and micro benchmarks; {@code bench/run} starts them. */
@NullMarked
package dev.carillon.bench;

import org.jspecify.annotations.NullMarked;
