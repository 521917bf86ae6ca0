package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Webhooks of an organization. */
public final class Webhooks {

  private static final Sql INSERT = Statements.of("webhooks/insert");
  private static final Sql LIST = Statements.of("webhooks/list");
  private static final Sql FIND = Statements.of("webhooks/find");
  private static final Sql REPLACE = Statements.of("webhooks/replace");
  private static final Sql DELETE = Statements.of("webhooks/delete");
  private static final Sql GIVE_UP = Statements.of("deliveries/give-up");

  private static final RowMapper<Webhook> ROW =
      (row, _) ->
          new Webhook(
              requireNonNull((UUID) row.getObject("id")),
              requireNonNull(row.getString("url")),
              requireNonNull(row.getString("description")),
              List.of((String[]) requireNonNull(row.getArray("types")).getArray()),
              requireNonNull(row.getString("status")).equals("active"),
              row.getString("status_reason"),
              requireNonNull(row.getString("created_by")),
              requireNonNull(Times.read(row, "created_at")),
              requireNonNull(Times.read(row, "updated_at")));

  private final Tenants tenants;

  public Webhooks(Tenants tenants) {
    this.tenants = tenants;
  }

  public Webhook create(int orgId, UUID id, String createdBy, Webhook.Draft draft) {
    return tenants
        .of(orgId)
        .write(
            "create a webhook",
            tx ->
                tx.query(INSERT)
                    .bind("org", orgId)
                    .bind("id", id)
                    .bind("url", draft.url())
                    .bind("description", draft.description())
                    .bind("created_by", createdBy)
                    .bind("status", word(draft.active()))
                    .bind("types", Param.texts(draft.types()).argument())
                    .map(ROW)
                    .one());
  }

  private static String word(boolean active) {
    return active ? "active" : "disabled";
  }

  public List<Webhook> list(int orgId, @Nullable UUID after, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list webhooks",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("after", Param.of(after).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  public @Nullable Webhook find(int orgId, UUID id) {
    return tenants
        .of(orgId)
        .find(
            "find a webhook",
            tx -> tx.query(FIND).bind("org", orgId).bind("id", id).map(ROW).findOne());
  }

  /** Changes it; what waits for one that is disabled is given up. Null when there is none. */
  public @Nullable Webhook replace(int orgId, UUID id, Webhook.Draft draft) {
    return tenants
        .of(orgId)
        .write(
            "change a webhook",
            tx -> {
              Optional<Webhook> changed =
                  tx.query(REPLACE)
                      .bind("org", orgId)
                      .bind("id", id)
                      .bind("url", draft.url())
                      .bind("description", draft.description())
                      .bind("status", word(draft.active()))
                      .bind("status_reason", Param.of(draft.statusReason()).argument())
                      .bind("types", Param.texts(draft.types()).argument())
                      .map(ROW)
                      .findOne();
              if (changed.isPresent() && !draft.active()) {
                tx.update(GIVE_UP)
                    .bind("org", orgId)
                    .bind("webhook", id)
                    .bind("reason", "the webhook was disabled")
                    .execute();
              }
              return changed;
            })
        .orElse(null);
  }

  public boolean delete(int orgId, UUID id) {
    return tenants
            .of(orgId)
            .write(
                "delete a webhook",
                tx -> tx.update(DELETE).bind("org", orgId).bind("id", id).execute())
        > 0;
  }
}
