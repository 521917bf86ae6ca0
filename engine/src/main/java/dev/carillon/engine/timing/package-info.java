/** Pure rules that yield instants: cron, interval, once. */
@NullMarked
package dev.carillon.engine.timing;

import org.jspecify.annotations.NullMarked;
