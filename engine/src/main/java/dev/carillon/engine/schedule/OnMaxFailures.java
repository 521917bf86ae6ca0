package dev.carillon.engine.schedule;

/** Where a schedule goes when its consecutive failures reach the maximum. */
public enum OnMaxFailures {
  DEAD,
  PAUSED
}
