package dev.carillon.simulator;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A promise that was broken. */
public record Violation(String invariant, @Nullable UUID scheduleId, String what) {

  @Override
  public String toString() {
    return invariant + (scheduleId == null ? "" : " schedule " + scheduleId) + ": " + what;
  }
}
