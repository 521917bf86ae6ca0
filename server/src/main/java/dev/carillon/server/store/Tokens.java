package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Tokens by the hash of their text. */
public final class Tokens {

  private static final Sql INSERT = Statements.of("tokens/insert");
  private static final Sql LIST = Statements.of("tokens/list");
  private static final Sql FIND = Statements.of("tokens/find");
  private static final Sql REVOKE = Statements.of("tokens/revoke");
  private static final Sql HOLDER = Statements.of("tokens/holder");

  private static final RowMapper<Token> ROW =
      (row, _) ->
          new Token(
              requireNonNull((UUID) row.getObject("id")),
              requireNonNull(row.getString("principal")),
              requireNonNull(row.getString("name")),
              texts(row, "scopes"),
              requireNonNull(row.getString("created_by")),
              requireNonNull(Times.read(row, "created_at")),
              Times.read(row, "expires_at"),
              Times.read(row, "revoked_at"));

  private static final RowMapper<Token.Holder> HOLDER_ROW =
      (row, _) ->
          new Token.Holder(
              requireNonNull(row.getString("hash")),
              requireNonNull((UUID) row.getObject("id")),
              row.getInt("org_id"),
              requireNonNull(row.getString("organization")),
              requireNonNull(row.getString("principal")),
              texts(row, "scopes"));

  private final Tenants tenants;

  public Tokens(Tenants tenants) {
    this.tenants = tenants;
  }

  static List<String> texts(ResultSet row, String column) throws SQLException {
    return List.of((String[]) requireNonNull(row.getArray(column)).getArray());
  }

  /** Null when its time would be over already. */
  public @Nullable Token create(int orgId, Token.Draft draft) {
    return tenants
        .of(orgId)
        .write(
            "create a token",
            tx ->
                tx.query(INSERT)
                    .bind("org", orgId)
                    .bind("id", draft.id())
                    .bind("expires_at", Param.of(draft.expiresAt()).argument())
                    .bind("name", draft.name())
                    .bind("principal", draft.principal())
                    .bind("created_by", draft.createdBy())
                    .bind("scopes", Param.texts(draft.scopes()).argument())
                    .bind("hash", draft.hash())
                    .map(ROW)
                    .findOne())
        .orElse(null);
  }

  public List<Token> list(int orgId, @Nullable UUID after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list tokens",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  public @Nullable Token find(int orgId, UUID id) {
    return tenants
        .of(orgId)
        .find(
            "find a token",
            tx -> tx.query(FIND).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  public @Nullable Token revoke(int orgId, UUID id) {
    return tenants
        .of(orgId)
        .find(
            "revoke a token",
            tx -> tx.query(REVOKE).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  /** The holder of the valid token with this hash, of whatever organization, or null. */
  public Token.@Nullable Holder holder(String hash) {
    return tenants
        .all()
        .find(
            "look up a token", tx -> tx.query(HOLDER).bind("hash", hash).map(HOLDER_ROW).findOne());
  }
}
