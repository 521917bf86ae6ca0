package dev.carillon.server.store;

import java.time.Instant;

/** A tenant. */
public record Organization(int id, String name, Instant createdAt) {}
