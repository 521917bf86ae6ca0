package dev.carillon.server.store;

import static java.util.Objects.requireNonNull;

import dev.carillon.engine.store.Param;
import dev.carillon.engine.store.Sql;
import dev.carillon.engine.store.Times;
import dev.carillon.server.store.WebhookDelivery.End;
import dev.carillon.server.store.WebhookDelivery.Taken;
import dev.carillon.server.store.WebhookDelivery.UnderWay;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Events on their way to webhooks, shared by all servers of a database. */
public final class Outbox {

  private static final Sql CLAIM = Statements.of("deliveries/claim");
  private static final Sql SETTLE = Statements.of("deliveries/settle");
  private static final Sql DISABLE = Statements.of("deliveries/disable");
  private static final Sql GIVE_UP = Statements.of("deliveries/give-up");
  private static final Sql LIST = Statements.of("deliveries/list");
  private static final Sql RETRY = Statements.of("deliveries/retry");
  private static final Sql SWEEP = Statements.of("deliveries/sweep");

  private static final int SWEEP_ROWS = 20_000;

  private static final RowMapper<WebhookDelivery> ROW =
      (row, _) ->
          new WebhookDelivery(
              requireNonNull((UUID) row.getObject("webhook_id")),
              new Position(row.getLong("xid"), row.getLong("seq")),
              requireNonNull(row.getString("type")),
              requireNonNull(Times.read(row, "at")),
              requireNonNull(row.getString("state")),
              row.getInt("attempts"),
              requireNonNull(Times.read(row, "due_at")),
              Times.read(row, "ended_at"),
              (Integer) row.getObject("last_status"),
              row.getString("last_error"));

  private static final RowMapper<Taken> TAKEN =
      (row, _) ->
          new Taken(
              row.getInt("org_id"),
              requireNonNull((UUID) row.getObject("webhook_id")),
              new Position(row.getLong("xid"), row.getLong("seq")),
              requireNonNull(row.getString("type")),
              requireNonNull(Times.read(row, "at")),
              requireNonNull(row.getString("data")),
              row.getInt("attempts"),
              requireNonNull(row.getString("url")));

  private final Tenants tenants;

  public Outbox(Tenants tenants) {
    this.tenants = tenants;
  }

  /**
   * Takes what is due, in turns of organizations and of their webhooks.
   *
   * @param underWay what the caller has taken before
   * @param each most of one webhook, those included
   * @param share most of one organization, those included
   * @param limit most of all, besides those
   * @param lease how long nobody else takes them
   */
  public List<Taken> claim(
      List<UnderWay> underWay, int each, int share, int limit, Duration lease) {
    return tenants
        .all()
        .write(
            "take deliveries",
            tx ->
                tx.query(CLAIM)
                    .bind(
                        "orgs",
                        Param.ints(underWay.stream().map(UnderWay::orgId).toList()).argument())
                    .bind("webhooks", Param.uuids(underWay, UnderWay::webhookId).argument())
                    .bind(
                        "counts",
                        Param.ints(underWay.stream().map(UnderWay::count).toList()).argument())
                    .bind("each", each)
                    .bind("share", share)
                    .bind("limit", limit)
                    .bind("lease_millis", lease.toMillis())
                    .map(TAKEN)
                    .list());
  }

  /** Writes down how a try ended; false when it was somebody else's by then. */
  public boolean settle(Taken taken, End end) {
    return tenants
            .all()
            .write(
                "report a delivery",
                tx ->
                    tx.update(SETTLE)
                        .bind("org", taken.orgId())
                        .bind("webhook", taken.webhookId())
                        .bind("xid", taken.event().xid())
                        .bind("seq", taken.event().seq())
                        .bind("attempts", taken.attempt())
                        .bind("state", state(end))
                        .bind(
                            "wait_millis", end instanceof End.Again again ? again.waitMillis() : 0)
                        .bind("last_status", Param.ofNullable(status(end)).argument())
                        .bind("last_error", Param.of(error(end)).argument())
                        .execute())
        > 0;
  }

  private static String state(End end) {
    return switch (end) {
      case End.Delivered _ -> "delivered";
      case End.Again _ -> "pending";
      case End.Dead _ -> "dead";
    };
  }

  private static @Nullable Integer status(End end) {
    return switch (end) {
      case End.Delivered delivered -> (Integer) delivered.status();
      case End.Again again -> again.status();
      case End.Dead dead -> dead.status();
    };
  }

  private static @Nullable String error(End end) {
    return switch (end) {
      case End.Delivered _ -> null;
      case End.Again again -> again.error();
      case End.Dead dead -> dead.error();
    };
  }

  /** The receiver says that it is gone for good: nothing more is sent to it. */
  public void disable(int orgId, UUID webhookId, String reason) {
    tenants
        .all()
        .write(
            "disable a webhook",
            tx -> {
              for (Sql step : List.of(DISABLE, GIVE_UP)) {
                tx.update(step)
                    .bind("org", orgId)
                    .bind("webhook", webhookId)
                    .bind("reason", reason)
                    .execute();
              }
              return true;
            });
  }

  /** A webhook's deliveries of events before this one, newest first. */
  public List<WebhookDelivery> list(
      int orgId, UUID webhookId, @Nullable String state, Position before, int limit) {
    return tenants
        .of(orgId)
        .read(
            "list deliveries",
            tx ->
                tx.query(LIST)
                    .bind("org", orgId)
                    .bind("webhook", webhookId)
                    .bind("xid", before.xid())
                    .bind("seq", before.seq())
                    .bind("state", Param.of(state).argument())
                    .bind("limit", limit)
                    .map(ROW)
                    .list());
  }

  /** Tries one again that was delivered or given up; null when there is none such. */
  public @Nullable WebhookDelivery retry(int orgId, UUID webhookId, Position event) {
    return tenants
        .of(orgId)
        .find(
            "retry a delivery",
            tx ->
                tx.query(RETRY)
                    .bind("org", orgId)
                    .bind("webhook", webhookId)
                    .bind("xid", event.xid())
                    .bind("seq", event.seq())
                    .map(ROW)
                    .findOne());
  }

  public int sweep(Duration keep) {
    return tenants
        .all()
        .write(
            "sweep deliveries",
            tx ->
                tx.query(SWEEP)
                    .bind("millis", keep.toMillis())
                    .bind("limit", SWEEP_ROWS)
                    .mapTo(Integer.class)
                    .one());
  }
}
