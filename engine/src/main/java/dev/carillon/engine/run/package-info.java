/**
 * One slot carried out: its identity, its attempts, its outcome, and the machine that decides what
 * comes next.
 */
@NullMarked
package dev.carillon.engine.run;

import org.jspecify.annotations.NullMarked;
