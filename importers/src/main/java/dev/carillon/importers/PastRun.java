package dev.carillon.importers;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run that the source carried out. */
public record PastRun(
    Instant startedAt, Instant completedAt, Status status, @Nullable String error) {

  /** How it ended, in the words that runs have here. */
  public enum Status {
    SUCCESS,
    ERROR,
    SKIPPED
  }
}
