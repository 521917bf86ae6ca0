package dev.carillon.server.store;

import java.time.Instant;

/** One that messages are for and that reads rooms; its id is the name of its principal. */
public record Agent(
    String id, String name, String description, Instant createdAt, Instant updatedAt) {}
