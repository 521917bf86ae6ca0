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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
  private static final Sql LOCK_TIMERS = Sql.of("ledgers/lock-timers");
  private static final Sql LIVE_NODES = Sql.of("ledgers/live-nodes");
  private static final Sql OPEN_RUNS = Sql.of("ledgers/open-runs");
  private static final Sql RECORDED = Sql.of("ledgers/recorded");
  private static final Sql OWNERS = Sql.of("ledgers/owners");
  private static final Sql NOTED = Sql.of("ledgers/noted");
  private static final Sql DEFINITIONS = Sql.of("schedules/definitions");

  private static final int TRIES = 5;

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
    List<UUID> taken =
        commands.stream().filter(Command::takesSlots).map(Command::scheduleId).toList();
    Imminent.await(database, taken);
    return update(commands, Beginnings.GO_ON).orElseGet(() -> heldOff(commands, taken));
  }

  /**
   * With every beginning in those shards held off. The owner of one may change on the way there,
   * and the next slot of a schedule that fires many times a second may be about to begin: then all
   * is done again.
   */
  private List<Reply> heldOff(List<Command> commands, List<UUID> taken) {
    for (int i = 0; i < TRIES; i++) {
      Optional<List<Reply>> replies =
          update(commands, i + 1 < TRIES ? Beginnings.HELD_OFF : Beginnings.HELD_OFF_AT_LAST);
      if (replies.isPresent()) {
        return replies.get();
      }
      Imminent.await(database, taken);
    }
    throw new StoreException("the owners of the shards kept changing; ask again");
  }

  private Optional<List<Reply>> update(List<Command> commands, Beginnings beginnings) {
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
          new Difference(books.values()).write(tx);
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
      Tx tx, List<Command> commands, Map<UUID, Folded> books, boolean heldOff) {
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
    for (int node : nodes) {
      tx.query(NodeLock.WORK)
          .bind("class", NodeLock.CLASS.argument())
          .bind("node", node)
          .map((_, _) -> true)
          .list();
    }
    List<Integer> takenFrom = heldOff ? holdOff(tx, shards) : List.of();
    Map<Integer, Owner> owners = lockShards(tx, shards);
    if (heldOff
        && owners.values().stream()
            .anyMatch(owner -> owner.node() != 0 && !takenFrom.contains(owner.node()))) {
      return null;
    }
    Map<UUID, Optional<Instant>> unstarted = new HashMap<>();
    List<Timer> timers =
        tx.query(LOCK_TIMERS)
            .bind("ids", Param.uuids(ids).argument())
            .map((row, context) -> {
              Timer timer = Rows.TIMER.map(row, context);
              unstarted.put(
                  timer.scheduleId(), Optional.ofNullable(Times.read(row, "unstarted_through")));
              return timer;
            })
            .list();
    Set<Integer> live = new HashSet<>();
    Instant now = readLiveNodes(tx, live);
    Map<UUID, Schedule> schedules = schedules(tx, ids);
    Map<UUID, List<OpenRun>> openRuns = openRuns(tx, ids);
    Set<UUID> recorded = recorded(tx, commands, timers);
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
    return now;
  }

  private static List<Integer> holdOff(Tx tx, Collection<Integer> shards) {
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

  private static Map<Integer, Owner> lockShards(Tx tx, Collection<Integer> shards) {
    Map<Integer, Owner> owners = new HashMap<>();
    tx.query(LOCK_SHARDS)
        .bind("shards", Param.ints(shards).argument())
        .map((row, _) ->
            new Owner(
                row.getInt("node"), new ShardLease(row.getInt("shard"), row.getLong("fence"))))
        .forEach(owner -> owners.put(owner.lease().shard(), owner));
    return owners;
  }

  private static Instant readLiveNodes(Tx tx, Set<Integer> live) {
    List<Instant> times =
        tx.query(LIVE_NODES)
            .map((row, _) -> {
              int node = row.getInt("id");
              if (node != 0) {
                live.add(node);
              }
              return Rows.instant(row, "now");
            })
            .list();
    return times.getFirst();
  }

  private static Map<UUID, Schedule> schedules(Tx tx, Collection<UUID> ids) {
    Map<UUID, Schedule> schedules = new HashMap<>();
    tx.query(DEFINITIONS)
        .bind("ids", Param.uuids(ids).argument())
        .scanResultSet((rows, _) -> Definitions.readAll(rows.get()))
        .forEach(schedule -> schedules.put(schedule.id(), schedule));
    return schedules;
  }

  private static Map<UUID, List<OpenRun>> openRuns(Tx tx, Collection<UUID> ids) {
    Map<UUID, List<OpenRun>> runs = new HashMap<>();
    tx.query(OPEN_RUNS)
        .bind("ids", Param.uuids(ids).argument())
        .map(Rows.OPEN_RUN)
        .forEach(run -> runs.computeIfAbsent(run.scheduleId(), _ -> new ArrayList<>()).add(run));
    return runs;
  }

  private static Set<UUID> recorded(Tx tx, List<Command> commands, List<Timer> timers) {
    Map<UUID, Timer> known = new HashMap<>();
    timers.forEach(timer -> known.put(timer.scheduleId(), timer));
    List<Integer> orgIds = new ArrayList<>();
    List<UUID> runIds = new ArrayList<>();
    List<UUID> taken = new ArrayList<>();
    for (Command command : commands) {
      Timer timer = known.get(command.scheduleId());
      if (timer == null) {
        continue;
      }
      List<UUID> asked = new ArrayList<>(command.runIds());
      Instant slot = timer.slotAt();
      if (command.takesSlots() && slot != null) {
        UUID next = RunIds.ofSlot(timer.scheduleId(), slot);
        asked.add(next);
        taken.add(next);
      }
      for (UUID runId : asked) {
        orgIds.add(timer.orgId());
        runIds.add(runId);
      }
    }
    Set<UUID> recorded = new LinkedHashSet<>();
    if (!runIds.isEmpty()) {
      tx.query(RECORDED)
          .bind("orgs", Param.ints(orgIds).argument())
          .bind("run_ids", Param.uuids(runIds).argument())
          .mapTo(UUID.class)
          .forEach(recorded::add);
    }
    if (!taken.isEmpty()) {
      tx.query(NOTED)
          .bind("run_ids", Param.uuids(taken).argument())
          .mapTo(UUID.class)
          .forEach(recorded::add);
    }
    return recorded;
  }
}
