package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Grants; never deleted, so that what ran under one can always be explained. */
public final class Grants {

  private static final Sql INSERT = Statements.of("grants/insert");
  private static final Sql FIND = Statements.of("grants/find");
  private static final Sql LIST = Statements.of("grants/list");
  private static final Sql REVOKE = Statements.of("grants/revoke");

  private static final RowMapper<Grant> ROW =
      (row, _) ->
          new Grant(
              requireNonNull((UUID) row.getObject("id")),
              requireNonNull(row.getString("user_id")),
              requireNonNull(row.getString("billing_account_id")),
              List.of((String[]) requireNonNull(row.getArray("scopes")).getArray()),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(row.getString("created_by")),
              Times.read(row, "expires_at"),
              Times.read(row, "revoked_at"),
              row.getString("revoked_by"),
              row.getBoolean("expired"));

  private final Tenants tenants;

  public Grants(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Null when its time would be over already. */
  public @Nullable Grant create(int orgId, Grant.Draft draft) {
    return tenants
        .of(orgId)
        .write(
            "create a grant",
            tx ->
                tx.query(INSERT)
                    .bind("org", orgId)
                    .bind("id", draft.id())
                    .bind("expires_at", Param.of(draft.expiresAt()).argument())
                    .bind("user_id", draft.userId())
                    .bind("billing_account_id", draft.billingAccountId())
                    .bind("scopes", Param.texts(draft.scopes()).argument())
                    .bind("created_by", draft.createdBy())
                    .map(ROW)
                    .findOne())
        .orElse(null);
  }

  public @Nullable Grant find(int orgId, UUID id) {
    return tenants
        .of(orgId)
        .find(
            "find a grant",
            tx -> tx.query(FIND).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  public List<Grant> list(int orgId, @Nullable UUID after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list grants",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  public @Nullable Grant revoke(int orgId, UUID id, String by) {
    return tenants
        .of(orgId)
        .find(
            "revoke a grant",
            tx ->
                tx.query(REVOKE)
                    .bind("org", orgId)
                    .bind("id", id)
                    .bind("by", by)
                    .map(ROW)
                    .findOne());
  }
}
