/** Repeatable jobs and job schedulers of Bull and BullMQ. */
@NullMarked
package dev.carillon.importers.bull;

import org.jspecify.annotations.NullMarked;
