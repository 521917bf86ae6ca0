package dev.carillon.engine.schedule;

/** What happens to slots that passed while nothing could run them. */
public enum CatchUp {
  /** Only the newest one that is still within the starting deadline runs. */
  LATEST,
  /** Those within the starting deadline run, oldest first, up to the backfill limit. */
  ALL,
  /** None runs. */
  SKIP
}
