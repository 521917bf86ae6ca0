package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Ledger;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Database.Tx;
import dev.carillon.engine.store.NodeStore.ShardLease;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands: reads the books of the schedules under their locks, lets the bookkeeper
 * decide, writes the difference. Locks are taken in the order nodes, shards, timers, each in the
 * order of its key, which is the order of every other statement too, so that nobody waits in a
 * ring.
 */
final class PgLedgers {

  private static final Sql LOCK_SHARDS = Sql.of("ledgers/lock-shards");
  static final Sql LEAVE_COHORTS = Sql.of("ledgers/leave-cohorts");
  private static final Sql LOCK_TIMERS = Sql.of("ledgers/lock-timers");
  private static final Sql LIVE_NODES = Sql.of("ledgers/live-nodes");
  private static final Sql PLAN_ONCE = Sql.of("session/plan-once");
  private static final Sql OPEN_RUNS = Sql.of("ledgers/open-runs");
  private static final Sql RECORDED = Sql.of("ledgers/recorded");
  private static final Sql OWNERS = Sql.of("ledgers/owners");
  private static final Sql NOTED = Sql.of("ledgers/noted");
  private static final Sql DEFINITIONS = Sql.of("schedules/definitions");

  /** What the nodes that own the shards do meanwhile. */
  private enum Beginnings {
    GO_ON,
    HELD_OFF,
    HELD_OFF_AT_LAST
  }

  private final Database database;

  PgLedgers(Database database) {
    this.database = database;
  }

  List<Reply> update(List<Command> commands) {
    if (commands.isEmpty()) {
      return List.of();
    }
    AskedRun asked = AskedRun.of(commands);
    return asked == null
        ? throughBooks(commands)
        : asked.start(database).orElseGet(() -> throughBooks(commands));
  }

  /** See {@link RequestStore#change}. */
  List<Reply> change(List<Entry> created, List<Command> commands) {
    if (created.isEmpty() && commands.isEmpty()) {
      return List.of();
    }
    return throughBooks(new Batch(created, commands, true));
  }

  /** Without a shorter way. */
  List<Reply> throughBooks(List<Command> commands) {
    return throughBooks(new Batch(List.of(), commands, false));
  }

  /**
   * What one transaction does.
   *
   * @param allOrNone whether nothing is written when one command is refused
   */
  private record Batch(List<Entry> created, List<Command> commands, boolean allOrNone) {

    List<UUID> taken() {
      return commands.stream().filter(Command::takesSlots).map(Command::scheduleId).toList();
    }

    boolean fails(List<Reply> replies) {
      return allOrNone && replies.stream().anyMatch(Reply.Refused.class::isInstance);
    }
  }

  private List<Reply> throughBooks(Batch batch) {
    List<UUID> taken = batch.taken();
    Imminent.await(database, taken);
    return update(batch, Beginnings.GO_ON).orElseGet(() -> heldOff(batch, taken));
  }

  /**
   * With every beginning in those shards held off. The owner of one may change on the way there,
   * and the next slot of a schedule that fires many times a second may be about to begin: then all
   * is done again.
   */
  private List<Reply> heldOff(Batch batch, List<UUID> taken) {
    for (int i = 1; i < Imminent.TRIES; i++) {
      Optional<List<Reply>> replies = update(batch, Beginnings.HELD_OFF);
      if (replies.isPresent()) {
        return replies.get();
      }
      Imminent.await(database, taken);
    }
    Optional<List<Reply>> replies = update(batch, Beginnings.HELD_OFF_AT_LAST);
    if (replies.isPresent()) {
      Imminent.pass(database);
      return replies.get();
    }
    throw new StoreException("the owners of the shards kept changing; ask again");
  }

  private Optional<List<Reply>> update(Batch batch, Beginnings beginnings) {
    List<Command> commands = batch.commands();
    return database.write(
        "carry out " + commands.size() + " commands",
        tx -> {
          Map<UUID, Folded> books = new TreeMap<>(Columns.INDEX_ORDER);
          Instant now = read(tx, commands, books, beginnings != Beginnings.GO_ON);
          if (now == null || !mayTake(commands, books, now, beginnings)) {
            return Optional.empty();
          }
          List<Reply> replies = new ArrayList<>(commands.size());
          for (Command command : commands) {
            Folded folded = books.get(command.scheduleId());
            replies.add(folded == null ? noSchedule(command) : folded.decide(command, now));
          }
          if (!batch.fails(replies)) {
            new Difference(books.values(), batch.created()).commit(tx);
          }
          return Optional.of(replies);
        });
  }

  /**
   * A slot that is taken away while it is due may be beginning just now. Only then is the node held
   * off, because that delays all its other slots too. One that is about to be due may be noted, and
   * is waited for, unless that was tried often enough.
   */
  private static boolean mayTake(
      List<Command> commands, Map<UUID, Folded> books, Instant now, Beginnings beginnings) {
    return commands.stream()
        .filter(Command::takesSlots)
        .map(command -> books.get(command.scheduleId()))
        .allMatch(folded -> {
          Instant due = folded == null ? null : folded.before().timer().dueAt();
          if (due == null || Imminent.isBeyond(due, now)) {
            return true;
          }
          return switch (beginnings) {
            case GO_ON -> false;
            case HELD_OFF -> !due.isAfter(now);
            case HELD_OFF_AT_LAST -> true;
          };
        });
  }

  private static Reply noSchedule(Command command) {
    return new Reply.Refused(
        Reply.Reason.NO_SCHEDULE, "there is no schedule " + command.scheduleId());
  }

  /**
   * Fills in the books of all schedules that exist, and answers with the time they are read at; or
   * null when it is not the nodes held off that own the shards.
   */
  private static @Nullable Instant read(
      Tx tx, List<Command> commands, Map<UUID, Folded> books, boolean heldOff) throws SQLException {
    Set<UUID> ids = new TreeSet<>(Columns.INDEX_ORDER);
    Set<Integer> shards = new TreeSet<>();
    Set<Integer> nodes = new TreeSet<>();
    for (Command command : commands) {
      ids.add(command.scheduleId());
      shards.add(Timer.shardOf(command.scheduleId()));
      Integer node = nodeOf(command);
      if (node != null) {
        nodes.add(node);
      }
    }
    List<Integer> takenFrom = heldOff ? holdOff(tx, nodes, shards) : List.of();
    Together reads = new Together().read(PLAN_ONCE, _ -> {}, _ -> {});
    if (!heldOff) {
      shareLocks(reads, nodes);
    }
    Map<Integer, Owner> owners = new HashMap<>();
    Map<UUID, Optional<Instant>> unstarted = new HashMap<>();
    List<Timer> timers = new ArrayList<>();
    Set<Integer> live = new HashSet<>();
    List<Instant> times = new ArrayList<>();
    Map<UUID, Schedule> schedules = new HashMap<>();
    Map<UUID, List<OpenRun>> openRuns = new HashMap<>();
    Set<UUID> recorded = new HashSet<>();
    Param lockedIds = Param.uuids(ids);
    reads
        .read(
            LOCK_SHARDS,
            call -> call.set("shards", Param.ints(shards)),
            rows -> readOwners(rows, owners))
        .read(LEAVE_COHORTS, call -> call.set("ids", lockedIds), _ -> {})
        .read(
            LOCK_TIMERS,
            call -> call.set("ids", lockedIds),
            rows -> {
              while (rows.next()) {
                Timer timer = Rows.timer(Row.of(rows));
                timers.add(timer);
                unstarted.put(
                    timer.scheduleId(), Optional.ofNullable(Times.read(rows, "unstarted_through")));
              }
            })
        .read(LIVE_NODES, _ -> {}, rows -> readLiveNodes(rows, live, times))
        .read(
            DEFINITIONS,
            call -> call.set("ids", lockedIds),
            rows ->
                Definitions.readAll(rows)
                    .forEach(schedule -> schedules.put(schedule.id(), schedule)))
        .read(
            OPEN_RUNS,
            call -> call.set("ids", lockedIds),
            rows -> {
              while (rows.next()) {
                OpenRun run = Rows.openRun(rows);
                openRuns.computeIfAbsent(run.scheduleId(), _ -> new ArrayList<>()).add(run);
              }
            });
    askRecorded(reads, commands, recorded);
    reads.send(tx);
    if (heldOff
        && owners.values().stream()
            .anyMatch(owner -> owner.node() != 0 && !takenFrom.contains(owner.node()))) {
      return null;
    }
    readTaken(tx, commands, timers, recorded);
    for (Timer timer : timers) {
      Schedule schedule = schedules.get(timer.scheduleId());
      if (schedule != null) {
        Owner owner = owners.getOrDefault(timer.shard(), Owner.NOBODY);
        books.put(
            timer.scheduleId(),
            new Folded(
                new Ledger(
                    schedule,
                    timer,
                    openRuns.getOrDefault(timer.scheduleId(), List.of()),
                    owner.node(),
                    owner.lease().fence(),
                    live,
                    recorded,
                    unstarted.getOrDefault(timer.scheduleId(), Optional.empty()).orElse(null))));
      }
    }
    return times.getFirst();
  }

  private static void shareLocks(Together message, Collection<Integer> nodes) {
    for (int node : nodes) {
      message.read(
          NodeLock.WORK,
          call -> call.set("class", NodeLock.CLASS).set("node", Param.of(node)),
          _ -> {});
    }
  }

  private static List<Integer> holdOff(
      Tx tx, Collection<Integer> working, Collection<Integer> shards) throws SQLException {
    Together locks = new Together();
    shareLocks(locks, working);
    locks.send(tx);
    List<Integer> nodes =
        tx.query(OWNERS).bind("shards", Param.ints(shards).argument()).mapTo(Integer.class).list();
    tx.query(NodeLock.TAKE)
        .bind("class", NodeLock.CLASS.argument())
        .bind("nodes", Param.ints(nodes).argument())
        .map((_, _) -> true)
        .list();
    return nodes;
  }

  /** The node on whose behalf a command is carried out, or null. */
  private static @Nullable Integer nodeOf(Command command) {
    return switch (command) {
      case Command.Open open -> open.node();
      case Command.Abandon abandon -> abandon.node();
      case Command.Start start -> start.node();
      case Command.Promote promote -> promote.attempt().node();
      case Command.Settle settle -> settle.attempt().node();
      case Command.TakeOver takeOver -> takeOver.attempt().node();
      case Command.Lose _, Command.Expire _, Command.Request _ -> null;
    };
  }

  private record Owner(int node, ShardLease lease) {
    static final Owner NOBODY = new Owner(0, new ShardLease(0, 0));
  }

  private static void readOwners(ResultSet rows, Map<Integer, Owner> owners) throws SQLException {
    while (rows.next()) {
      int shard = rows.getInt("shard");
      owners.put(
          shard, new Owner(rows.getInt("node"), new ShardLease(shard, rows.getLong("fence"))));
    }
  }

  private static void readLiveNodes(ResultSet rows, Set<Integer> live, List<Instant> times)
      throws SQLException {
    while (rows.next()) {
      int node = rows.getInt("id");
      if (node != 0) {
        live.add(node);
      }
      times.add(Rows.instant(rows, "now"));
    }
  }

  /** Which of the runs that the commands name have ended. */
  private static void askRecorded(Together reads, List<Command> commands, Set<UUID> recorded) {
    Map<UUID, UUID> schedulesOfRuns = new LinkedHashMap<>();
    for (Command command : commands) {
      command.runIds().forEach(runId -> schedulesOfRuns.put(runId, command.scheduleId()));
    }
    if (!schedulesOfRuns.isEmpty()) {
      askRecorded(reads, schedulesOfRuns, recorded);
    }
  }

  private static void askRecorded(
      Together reads, Map<UUID, UUID> schedulesOfRuns, Set<UUID> recorded) {
    reads.read(
        RECORDED,
        call ->
            call.set("schedule_ids", Param.uuids(schedulesOfRuns.values()))
                .set("run_ids", Param.uuids(schedulesOfRuns.keySet())),
        rows -> addIds(rows, recorded));
  }

  /** The slots that are taken away: those which have ended, or that a node has noted. */
  private static void readTaken(
      Tx tx, List<Command> commands, List<Timer> timers, Set<UUID> recorded) throws SQLException {
    Map<UUID, Timer> known = new HashMap<>();
    timers.forEach(timer -> known.put(timer.scheduleId(), timer));
    Map<UUID, UUID> taken = new LinkedHashMap<>();
    for (Command command : commands) {
      Timer timer = known.get(command.scheduleId());
      Instant slot = timer == null ? null : timer.slotAt();
      if (command.takesSlots() && slot != null) {
        taken.put(RunIds.ofSlot(command.scheduleId(), slot), command.scheduleId());
      }
    }
    if (!taken.isEmpty()) {
      Together reads = new Together();
      askRecorded(reads, taken, recorded);
      reads
          .read(
              NOTED,
              call -> call.set("run_ids", Param.uuids(taken.keySet())),
              rows -> addIds(rows, recorded))
          .send(tx);
    }
  }

  private static void addIds(ResultSet rows, Set<UUID> ids) throws SQLException {
    while (rows.next()) {
      ids.add(Objects.requireNonNull(Rows.uuid(rows, 1)));
    }
  }
}
