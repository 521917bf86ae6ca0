/** How people write and read time: durations, phrases, moments. Pure. */
@NullMarked
package dev.carillon.words;

import org.jspecify.annotations.NullMarked;
