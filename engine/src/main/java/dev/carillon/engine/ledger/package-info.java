/**
 * Everything decided about one schedule, as a pure function of its books, one command and the time.
 */
@NullMarked
package dev.carillon.engine.ledger;

import org.jspecify.annotations.NullMarked;
