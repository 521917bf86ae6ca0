package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.store.Database.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/** Nodes and shards in PostgreSQL. Locks are taken in the order nodes, shards. */
final class PgNodes implements NodeStore {

  private static final Sql JOIN = Sql.of("nodes/join");
  private static final Sql PREDECESSORS = Sql.of("nodes/predecessors");
  private static final Sql SUCCEED = Sql.of("nodes/succeed");
  private static final Sql INHERIT = Sql.of("nodes/inherit");
  private static final Sql BEAT = Sql.of("nodes/beat");
  private static final Sql PULSE = Sql.of("nodes/pulse");
  private static final Sql OWNED = Sql.of("nodes/owned");
  private static final Sql LIST = Sql.of("nodes/list");
  private static final Sql BURY = Sql.of("nodes/bury");
  private static final Sql MAY_BURY = Sql.of("nodes/may-bury");
  private static final Sql END_SESSIONS = Sql.of("nodes/end-sessions");
  private static final Sql LIVING_HEIR = Sql.of("nodes/living-heir");
  private static final Sql ACQUIRE = Sql.of("nodes/acquire");
  private static final Sql RELEASE = Sql.of("nodes/release");
  private static final Sql LEAVE = Sql.of("nodes/leave");
  private static final Sql SWEEP = Sql.of("nodes/sweep");
  private static final Sql ESTATE_INTENTS = Sql.of("nodes/estate-intents");
  private static final Sql ESTATE_OPEN_RUNS = Sql.of("nodes/estate-open-runs");
  private static final Sql CLOSE_ESTATE = Sql.of("nodes/close-estate");

  private static final List<Notice> NODES_CHANGED = List.of(new Notice.NodesChanged());

  private static final RowMapper<ShardLease> SHARD =
      (row, _) -> new ShardLease(row.getInt("shard"), row.getLong("fence"));

  private static final RowMapper<NodeSight> SIGHT =
      (row, _) ->
          new NodeSight(
              row.getInt("id"),
              Rows.text(row, "name"),
              row.getLong("beat"),
              Rows.instant(row, "expires_at"),
              Duration.ofMillis(row.getLong("lease_ms")),
              row.getBoolean("dead"),
              row.getInt("shards"),
              Rows.instant(row, "started_at"));

  private final Database database;

  PgNodes(Database database) {
    this.database = database;
  }

  @Override
  public Pulse join(String name, @Nullable String place, Duration lease) {
    return database.write(
        "add node " + name,
        tx -> {
          int node =
              tx.query(JOIN)
                  .bind("name", name)
                  .bind("place", place)
                  .bind("lease_ms", lease.toMillis())
                  .mapTo(Integer.class)
                  .one();
          if (place != null) {
            take(
                tx,
                tx.query(PREDECESSORS)
                    .bind("place", place)
                    .bind("node", node)
                    .mapTo(Integer.class)
                    .list());
            List<Integer> gone =
                tx.query(SUCCEED)
                    .bind("place", place)
                    .bind("node", node)
                    .mapTo(Integer.class)
                    .list();
            inherit(tx, gone, node);
          }
          tx.update(SWEEP).execute();
          tx.tell(NODES_CHANGED);
          return pulse(tx, node);
        });
  }

  @Override
  public Pulse beat(int node, Duration lease) {
    return database.read(
        "renew the lease of node " + node,
        tx -> {
          tx.update(BEAT).bind("node", node).bind("lease_ms", lease.toMillis()).execute();
          return pulse(tx, node);
        });
  }

  @Override
  public boolean bury(int node, long beatSeen, int heir) {
    return database.write(
        "bury node " + node,
        tx -> {
          boolean worthIt =
              tx.query(MAY_BURY)
                  .bind("node", node)
                  .bind("beat_seen", beatSeen)
                  .mapTo(Integer.class)
                  .findOne()
                  .isPresent();
          if (!worthIt) {
            return false;
          }
          tx.query(END_SESSIONS)
              .bind("class", NodeLock.CLASS.argument())
              .bind("node", node)
              .map((_, _) -> true)
              .list();
          take(tx, List.of(node));
          int buried =
              tx.update(BURY)
                  .bind("node", node)
                  .bind("beat_seen", beatSeen)
                  .bind("heir", heir)
                  .execute();
          if (buried == 0) {
            return false;
          }
          Integer living =
              tx.query(LIVING_HEIR).bind("heir", heir).mapTo(Integer.class).findOne().orElse(null);
          inherit(tx, List.of(node), living);
          tx.tell(NODES_CHANGED);
          return true;
        });
  }

  @Override
  public List<ShardLease> acquire(int node, int atMost) {
    return database.write(
        "acquire shards for node " + node,
        tx ->
            tx.query(ACQUIRE).bind("node", node).bind("at_most", atMost).map(SHARD).stream()
                .sorted(Comparator.comparingInt(ShardLease::shard))
                .toList());
  }

  @Override
  public void release(int node, List<ShardLease> shards) {
    database.write(
        "release shards of node " + node,
        tx -> {
          take(tx, List.of(node));
          tx.update(RELEASE)
              .bind("node", node)
              .bind(
                  "shards", Param.ints(shards.stream().map(ShardLease::shard).toList()).argument())
              .bind(
                  "fences", Param.longs(shards.stream().map(ShardLease::fence).toList()).argument())
              .execute();
          tx.tell(NODES_CHANGED);
          return true;
        });
  }

  @Override
  public void leave(int node) {
    database.write(
        "end node " + node,
        tx -> {
          take(tx, List.of(node));
          tx.update(LEAVE).bind("node", node).execute();
          inherit(tx, List.of(node), null);
          tx.tell(NODES_CHANGED);
          return true;
        });
  }

  /** Waits for the nodes' writes under way, and holds off further ones; see {@link NodeLock}. */
  private static void take(Tx tx, List<Integer> nodes) {
    tx.query(NodeLock.TAKE)
        .bind("class", NodeLock.CLASS.argument())
        .bind("nodes", Param.ints(nodes).argument())
        .map((_, _) -> true)
        .list();
  }

  private static void inherit(Tx tx, List<Integer> dead, @Nullable Integer heir) {
    if (!dead.isEmpty()) {
      tx.update(INHERIT)
          .bind("dead", Param.ints(dead).argument())
          .bind("heir", Param.ofNullable(heir).argument())
          .execute();
    }
  }

  @Override
  public Estate estate(int atMost) {
    return database.read(
        "read what dead nodes have left",
        tx -> {
          // One row more than asked for tells whether the last note was read to its end.
          List<Left> left =
              tx.query(ESTATE_INTENTS)
                  .bind("limit", atMost + 1)
                  .map((row, _) -> Left.read(row))
                  .list();
          Set<IntentKey> whole = new LinkedHashSet<>();
          List<Command.Lose> losses = new ArrayList<>();
          for (Left one : left.subList(0, Math.min(atMost, left.size()))) {
            whole.add(one.key());
            if (one.loss() != null) {
              losses.add(one.loss());
            }
          }
          if (left.size() > atMost) {
            whole.remove(left.get(atMost).key());
          }
          losses.addAll(
              tx.query(ESTATE_OPEN_RUNS)
                  .bind("limit", atMost - losses.size())
                  .map((row, _) -> loss(row, "id", "attempt_started_at"))
                  .list());
          return new Estate(losses, List.copyOf(whole));
        });
  }

  /** One slot of a note, or the note itself when none of its slots is left to deal with. */
  private record Left(IntentKey key, Command.@Nullable Lose loss) {
    static Left read(ResultSet row) throws SQLException {
      return new Left(
          new IntentKey(row.getInt("node"), row.getLong("batch")),
          row.getObject("run_id") == null ? null : PgNodes.loss(row, "run_id", "begun_at"));
    }
  }

  private static Command.Lose loss(ResultSet row, String runId, String startedAt)
      throws SQLException {
    return new Command.Lose(
        Objects.requireNonNull(Rows.uuid(row, "schedule_id")),
        Objects.requireNonNull(Rows.uuid(row, runId)),
        Rows.instant(row, "slot_at"),
        row.getInt("node"),
        Rows.instant(row, startedAt));
  }

  @Override
  public void closeEstate(List<IntentKey> intents) {
    if (intents.isEmpty()) {
      return;
    }
    database.write(
        "close the estate of dead nodes",
        tx ->
            tx.update(CLOSE_ESTATE)
                .bind(
                    "nodes", Param.ints(intents.stream().map(IntentKey::node).toList()).argument())
                .bind(
                    "batches",
                    Param.longs(intents.stream().map(IntentKey::batch).toList()).argument())
                .execute());
  }

  @Override
  public List<NodeSight> nodes() {
    return database.read("list nodes", tx -> tx.query(LIST).map(SIGHT).list());
  }

  private static Pulse pulse(Tx tx, int node) {
    List<ShardLease> owned = tx.query(OWNED).bind("node", node).map(SHARD).list();
    List<NodeSight> others =
        tx.query(LIST).map(SIGHT).stream()
            .filter(sight -> !sight.dead() && sight.node() != node)
            .toList();
    return tx.query(PULSE)
        .bind("node", node)
        .map((row, _) ->
            new Pulse(
                node,
                row.getBoolean("alive"),
                Rows.instant(row, "now"),
                owned,
                others,
                row.getInt("unowned"),
                row.getBoolean("estate_open")))
        .one();
  }
}
