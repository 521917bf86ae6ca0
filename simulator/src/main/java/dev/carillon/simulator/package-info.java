/**
 * A deterministic world that drives the production engine through faults, and the checker of what
 * happened in it. One seed, one history.
 */
@NullMarked
package dev.carillon.simulator;

import org.jspecify.annotations.NullMarked;
