package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Agents by organization and id. */
public final class Agents {

  private static final Sql PUT = Statements.of("agents/put");
  private static final Sql FIND = Statements.of("agents/find");
  private static final Sql LIST = Statements.of("agents/list");
  private static final Sql DELETE = Statements.of("agents/delete");
  private static final Sql REVOKE = Statements.of("tokens/revoke-of");

  private static final RowMapper<Agent> ROW =
      (row, _) ->
          new Agent(
              requireNonNull(row.getString("id")),
              requireNonNull(row.getString("name")),
              requireNonNull(row.getString("description")),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(Times.read(row, "updated_at")));

  private final Tenants tenants;

  public Agents(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Adds it, or changes what is said of it. */
  public Agent put(int orgId, String id, String name, String description) {
    return tenants
        .of(orgId)
        .write(
            "write an agent",
            tx ->
                tx.query(PUT)
                    .bind("org", orgId)
                    .bind("id", id)
                    .bind("name", name)
                    .bind("description", description)
                    .map(ROW)
                    .one());
  }

  public @Nullable Agent find(int orgId, String id) {
    return tenants
        .of(orgId)
        .find(
            "find an agent",
            tx -> tx.query(FIND).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  /**
   * @param only the agent that asks and sees nobody else, or null
   */
  public List<Agent> list(int orgId, @Nullable String only, @Nullable String after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list agents",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("after", Param.of(after).argument())
                    .bind("only", Param.of(only).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** Ends the tokens of an agent, and with them the sessions that stand on them. */
  public void silence(int orgId, String id) {
    tenants
        .of(orgId)
        .write(
            "end an agent's tokens",
            tx -> tx.update(REVOKE).bind("org", orgId).bind("principal", "agent:" + id).execute());
  }

  /** Removes an agent and ends its tokens, both or neither; false when there is none. */
  public boolean delete(int orgId, String id) {
    return tenants
        .of(orgId)
        .write(
            "delete an agent",
            tx -> {
              tx.update(REVOKE).bind("org", orgId).bind("principal", "agent:" + id).execute();
              return tx.update(DELETE).bind("org", orgId).bind("id", id).execute() > 0;
            });
  }
}
