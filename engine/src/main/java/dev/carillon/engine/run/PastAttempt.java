package dev.carillon.engine.run;

import java.time.Instant;

/** An attempt that ended and was followed by another. */
public record PastAttempt(
    int retry,
    Instant startedAt,
    Instant completedAt,
    RunStatus status,
    RunError error,
    int node) {}
