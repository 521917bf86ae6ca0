package dev.carillon.server.store;

import java.time.Instant;

/** An endpoint that runs workflows or graphs, known by name within its organization. */
public record Executor(String name, String url, Instant createdAt, Instant updatedAt) {}
