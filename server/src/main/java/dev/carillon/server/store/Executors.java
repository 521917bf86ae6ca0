package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Executors by organization and name. */
public final class Executors {

  /** An organization has a handful. */
  public static final int MOST = 1_000;

  private static final Sql PUT = Statements.of("executors/put");
  private static final Sql FIND = Statements.of("executors/find");
  private static final Sql LIST = Statements.of("executors/list");
  private static final Sql DELETE = Statements.of("executors/delete");

  private static final RowMapper<Executor> ROW =
      (row, _) ->
          new Executor(
              requireNonNull(row.getString("name")),
              requireNonNull(row.getString("url")),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(Times.read(row, "updated_at")));

  private final Tenants tenants;

  public Executors(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Adds it, or changes its URL. */
  public Executor put(int orgId, String name, String url) {
    return tenants
        .of(orgId)
        .write(
            "write an executor",
            tx ->
                tx.query(PUT)
                    .bind("org", orgId)
                    .bind("name", name)
                    .bind("url", url)
                    .map(ROW)
                    .one());
  }

  public @Nullable Executor find(int orgId, String name) {
    return tenants
        .of(orgId)
        .find(
            "find an executor",
            tx -> tx.query(FIND).bind("org", orgId).bind("name", name).map(ROW).findOne());
  }

  public List<Executor> list(int orgId) {
    return tenants
        .of(orgId)
        .read(
            "list executors",
            tx -> tx.query(LIST).bind("org", orgId).bind("limit", MOST).map(ROW).list());
  }

  /** False when there is none of this name. */
  public boolean delete(int orgId, String name) {
    return tenants
        .of(orgId)
        .write(
            "delete an executor",
            tx -> tx.update(DELETE).bind("org", orgId).bind("name", name).execute() > 0);
  }
}
