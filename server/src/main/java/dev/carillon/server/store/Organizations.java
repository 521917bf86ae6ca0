package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Organizations, which only the operator sees more than one of. */
public final class Organizations {

  private static final Sql INSERT = Statements.of("organizations/insert");
  private static final Sql LIST = Statements.of("organizations/list");
  private static final Sql BY_NAME = Statements.of("organizations/by-name");

  private static final RowMapper<Organization> ROW =
      (row, _) ->
          new Organization(
              row.getInt("id"),
              requireNonNull(row.getString("name")),
              requireNonNull(Times.read(row, "created_at")));

  private final Tenants tenants;

  public Organizations(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Null when there is one of this name already. */
  public @Nullable Organization create(String name) {
    return tenants
        .all()
        .write(
            "create an organization", tx -> tx.query(INSERT).bind("name", name).map(ROW).findOne())
        .orElse(null);
  }

  public @Nullable Organization find(String name) {
    return tenants
        .all()
        .find(
            "find an organization", tx -> tx.query(BY_NAME).bind("name", name).map(ROW).findOne());
  }

  public List<Organization> list(@Nullable String after, int limit) {
    return tenants
        .all()
        .read(
            "list organizations",
            tx ->
                tx.query(LIST)
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }
}
