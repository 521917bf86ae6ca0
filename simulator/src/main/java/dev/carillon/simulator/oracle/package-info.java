/** When schedules are due, computed a second time and as plainly as possible. */
@NullMarked
package dev.carillon.simulator.oracle;

import org.jspecify.annotations.NullMarked;
