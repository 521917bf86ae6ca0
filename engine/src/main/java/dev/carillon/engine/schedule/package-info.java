/**
 * What a user asked for: a schedule, its timing, target and policies, and the timer that carries
 * its state.
 */
@NullMarked
package dev.carillon.engine.schedule;

import org.jspecify.annotations.NullMarked;
