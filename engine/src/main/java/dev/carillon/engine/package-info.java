/** The front door: an {@link dev.carillon.engine.Engine} on a data source. */
@NullMarked
package dev.carillon.engine;

import org.jspecify.annotations.NullMarked;
