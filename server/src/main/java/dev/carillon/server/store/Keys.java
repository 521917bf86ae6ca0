package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import java.util.UUID;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Idempotency keys, and what was answered under them. */
public final class Keys {

  private static final Sql BEGIN = Statements.of("keys/begin");
  private static final Sql FIND = Statements.of("keys/find");
  private static final Sql FINISH = Statements.of("keys/finish");
  private static final Sql FORGET = Statements.of("keys/forget");
  private static final Sql SWEEP = Statements.of("keys/sweep");

  /**
   * A key within its organization.
   *
   * @param request the hash of what is asked
   */
  public record Key(int orgId, String principal, String path, String key, String request) {}

  /**
   * What the first request was answered.
   *
   * @param status null while it is under way
   */
  public record Kept(
      String request,
      @Nullable Integer status,
      String contentType,
      @Nullable String location,
      @Nullable String etag,
      String body) {}

  private final Tenants tenants;

  public Keys(Tenants tenants) {
    this.tenants = tenants;
  }

  /** The id to make a resource under, or null when the key was claimed before. */
  public @Nullable UUID begin(Key key, UUID fresh) {
    return tenants
        .of(key.orgId())
        .write(
            "claim an idempotency key",
            tx -> {
              tx.update(SWEEP).bind("org", key.orgId()).execute();
              return bind(tx.query(BEGIN), key)
                  .bind("request", key.request())
                  .bind("resource_id", fresh)
                  .mapTo(UUID.class)
                  .findOne();
            })
        .orElse(null);
  }

  /** Null when it was given back meanwhile. */
  public @Nullable Kept find(Key key) {
    return tenants
        .of(key.orgId())
        .find(
            "find an idempotency key",
            tx ->
                bind(tx.query(FIND), key)
                    .map((row, _) ->
                        new Kept(
                            requireNonNull(row.getString("request")),
                            row.getObject("status", Integer.class),
                            String.valueOf(row.getString("content_type")),
                            row.getString("location"),
                            row.getString("etag"),
                            String.valueOf(row.getString("body"))))
                    .findOne());
  }

  public void finish(
      Key key,
      int status,
      String type,
      @Nullable String location,
      @Nullable String etag,
      String body) {
    tenants
        .of(key.orgId())
        .write(
            "keep an answer",
            tx ->
                bind(tx.update(FINISH), key)
                    .bind("request", key.request())
                    .bind("status", status)
                    .bind("content_type", type)
                    .bind("location", Param.of(location).argument())
                    .bind("etag", Param.of(etag).argument())
                    .bind("body", body)
                    .execute());
  }

  public void forget(Key key) {
    tenants
        .of(key.orgId())
        .write(
            "give an idempotency key back",
            tx -> bind(tx.update(FORGET), key).bind("request", key.request()).execute());
  }

  private static <S extends SqlStatement<S>> S bind(S statement, Key key) {
    return statement
        .bind("org", key.orgId())
        .bind("principal", key.principal())
        .bind("path", key.path())
        .bind("key", key.key());
  }
}
