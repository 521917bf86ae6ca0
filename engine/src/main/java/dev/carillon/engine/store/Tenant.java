package dev.carillon.engine.store;

/**
 * On whose behalf a transaction is made.
 *
 * @param role what the connection becomes for the transaction's length: one that row-level security
 *     binds, so that a statement that forgets its organization finds nothing
 * @param orgId the only organization whose rows exist for it
 * @param inOrder whether rows are read in the order of an index, so that no more are looked at than
 *     are asked for, whatever the planner expects of the rest
 */
public record Tenant(String role, int orgId, boolean inOrder) {

  public Tenant(String role, int orgId) {
    this(role, orgId, false);
  }

  public Tenant readingInOrder() {
    return new Tenant(role, orgId, true);
  }
}
