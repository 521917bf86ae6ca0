package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Sessions by the hash of what the browser holds. */
public final class Sessions {

  private static final Sql INSERT = Statements.of("sessions/insert");
  private static final Sql HOLDER = Statements.of("sessions/holder");
  private static final Sql PROLONG = Statements.of("sessions/prolong");
  private static final Sql DELETE = Statements.of("sessions/delete");
  private static final Sql SWEEP = Statements.of("sessions/sweep");

  private static final RowMapper<Session.Holder> HOLDER_ROW =
      (row, _) ->
          new Session.Holder(
              requireNonNull(row.getString("hash")),
              row.getInt("org_id"),
              requireNonNull(row.getString("organization")),
              row.getString("operator"),
              row.getString("principal"),
              row.getArray("scopes") == null ? List.of() : Tokens.texts(row, "scopes"),
              requireNonNull(Times.read(row, "expires_at")),
              row.getBoolean("stale"));

  private final Tenants tenants;

  public Sessions(Tenants tenants) {
    this.tenants = tenants;
  }

  /** Opens a session, and answers with when it ends unless it is used. */
  public Instant open(Session.Draft draft) {
    return tenants
        .of(draft.orgId())
        .write(
            "open a session",
            tx -> {
              tx.update(SWEEP).bind("org", draft.orgId()).execute();
              return tx.query(INSERT)
                  .bind("org", draft.orgId())
                  .bind("hash", draft.hash())
                  .bind("token_id", Param.of(draft.tokenId()).argument())
                  .bind("operator", Param.of(draft.operator()).argument())
                  .map((row, _) -> requireNonNull(Times.read(row, "expires_at")))
                  .one();
            });
  }

  /** The holder of the good session with this hash, of whatever organization, or null. */
  public Session.@Nullable Holder holder(String hash) {
    return tenants
        .all()
        .find(
            "look up a session",
            tx -> tx.query(HOLDER).bind("hash", hash).map(HOLDER_ROW).findOne());
  }

  /** Counts its twelve hours anew. */
  public void prolong(Session.Holder holder) {
    tenants
        .of(holder.orgId())
        .write(
            "prolong a session",
            tx ->
                tx.update(PROLONG)
                    .bind("org", holder.orgId())
                    .bind("hash", holder.hash())
                    .execute());
  }

  /** Ends a session; one that is not there has ended before. */
  public void end(String hash) {
    tenants.all().write("end a session", tx -> tx.update(DELETE).bind("hash", hash).execute());
  }
}
