package dev.carillon.server.store;

import dev.carillon.engine.store.Database;
import dev.carillon.engine.store.Tenant;
import javax.sql.DataSource;

/**
 * Transactions on behalf of organizations. Within one, row-level security hides every row of any
 * other organization: a statement that forgets to ask for its own finds no more than it should.
 * Safe for use by many threads.
 */
public final class Tenants {

  /** The role that requests run as; a migration makes it. */
  public static final String ROLE = "carillon_api";

  private final Database database;

  public Tenants(DataSource dataSource) {
    database = new Database(dataSource);
  }

  public static Tenant tenant(int orgId) {
    return new Tenant(ROLE, orgId);
  }

  /** The tables as one organization sees them. */
  Database of(int orgId) {
    return database.as(tenant(orgId));
  }

  /** The same for lists: the planner's statistics do not decide how many rows a page looks at. */
  Database inOrder(int orgId) {
    return database.as(tenant(orgId).readingInOrder());
  }

  /**
   * The tables as their owner sees them: all rows. For what concerns no organization, or has to
   * find out which one.
   */
  Database all() {
    return database;
  }
}
