package dev.carillon.engine.store;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run that is asked for in the process that starts it: the short path of requests. It says
 * exactly what the books would say to both commands, or nothing; a test holds one against the
 * other.
 */
record AskedRun(Command.Trigger trigger, Command.Start start) {

  private static final Sql START = Sql.of("ledgers/start-asked");
  private static final Sql PLAN_ONCE = Sql.of("session/plan-once");
  private static final Sql COMMIT = Sql.of("session/commit");

  /** Both commands as one, or null when they are anything else. */
  static @Nullable AskedRun of(List<Command> commands) {
    return commands.size() == 2
            && commands.getFirst() instanceof Command.Trigger trigger
            && commands.getLast() instanceof Command.Start start
            && trigger.scheduleId().equals(start.scheduleId())
            && trigger.runId().equals(start.runId())
        ? new AskedRun(trigger, start)
        : null;
  }

  /**
   * Opens and starts it, in one message.
   *
   * @return empty when nothing was written and the books must be asked
   */
  Optional<List<Reply>> start(Database database) {
    return database.write(
        "start run " + start.runId(),
        tx -> {
          List<Reply> replies = new ArrayList<>(2);
          new Together()
              .read(PLAN_ONCE, _ -> {}, _ -> {})
              .read(
                  NodeLock.WORK,
                  call -> call.set("class", NodeLock.CLASS).set("node", Param.of(start.node())),
                  _ -> {})
              .read(START, this::bind, rows -> read(rows, replies))
              .write(COMMIT, _ -> {})
              .send(tx);
          return replies.isEmpty() ? Optional.empty() : Optional.of(replies);
        });
  }

  private void bind(Call call) throws SQLException {
    call.set("schedule_id", Param.of(start.scheduleId()))
        .set("run_id", Param.of(start.runId()))
        .set("shard", Param.of(Timer.shardOf(start.scheduleId())))
        .set("node", Param.of(start.node()))
        .set("fence", Param.of(start.fence()))
        .set("payload", Param.of(trigger.payload()));
  }

  private void read(ResultSet rows, List<Reply> replies) throws SQLException {
    if (rows.next()) {
      Schedule schedule =
          Definitions.read(Objects.requireNonNull(rows.getBytes("definition")))
              .orElseThrow(() ->
                  new StoreException(
                      "run %s is open, but the definition of schedule %s cannot be read"
                          .formatted(start.runId(), start.scheduleId())));
      replies.add(new Reply.Added(1));
      replies.add(
          new Reply.Begin(
              attempt(schedule, rows.getInt("repeat"), Rows.instant(rows, "started_at")),
              schedule,
              Rows.instant(rows, "deadline_at")));
    }
  }

  private Attempt attempt(Schedule schedule, int repeat, Instant now) {
    String payload = trigger.payload();
    return new Attempt(
        start.runId(),
        start.scheduleId(),
        Timer.shardOf(start.scheduleId()),
        Origin.MANUAL,
        now,
        now,
        repeat,
        0,
        now,
        start.node(),
        start.fence(),
        payload == null ? schedule.payload() : payload);
  }
}
