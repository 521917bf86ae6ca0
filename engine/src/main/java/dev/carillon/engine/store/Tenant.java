package dev.carillon.engine.store;

/**
 * On whose behalf a transaction is made.
 *
 * @param role what the connection becomes for the transaction's length: one that row-level security
 *     binds, so that a statement that forgets its organization finds nothing
 * @param orgId the only organization whose rows exist for it
 */
public record Tenant(String role, int orgId) {}
