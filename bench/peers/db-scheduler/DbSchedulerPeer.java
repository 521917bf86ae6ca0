package dev.carillon.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.PlainScheduleAndData;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTaskWithPersistentSchedule;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * db-scheduler: one row per task, deleted after a one-time task, moved to its next time after a
 * recurring one. It polls with lock-and-fetch, with the threads and fractions of its author's own
 * benchmark.
 */
final class DbSchedulerPeer implements Peer {

  private static final int THREADS = 100;
  private static final int BATCH = 1_000;

  /** As its documentation gives it for PostgreSQL, for those who do not use priorities. */
  private static final String TABLE =
      """
      create table scheduled_tasks (
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamp with time zone,
        picked boolean not null,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint not null,
        priority smallint,
        state text,
        primary key (task_name, task_instance));
      create index execution_time_idx on scheduled_tasks (execution_time);
      create index last_heartbeat_idx on scheduled_tasks (last_heartbeat)
      """;

  private final HikariDataSource pool = Database.pool(30);
  private volatile Ran ran = (_, _) -> {};
  private @Nullable Scheduler scheduler;

  private final OneTimeTask<Void> oneTime =
      Tasks.oneTime("one-time")
          .execute((instance, context) ->
              ran.ran(
                  Long.parseLong(instance.getId()),
                  context.getExecution().getExecutionTime().toEpochMilli()));

  private final RecurringTaskWithPersistentSchedule<PlainScheduleAndData> recurring =
      Tasks.recurringWithPersistentSchedule("recurring", PlainScheduleAndData.class)
          .execute((instance, context) ->
              ran.ran(
                  Long.parseLong(instance.getId()),
                  context.getExecution().getExecutionTime().toEpochMilli()));

  @Override
  public String version() {
    return Versions.of(Scheduler.class);
  }

  @Override
  public void install() throws Exception {
    Database.execute(pool, TABLE);
  }

  private Scheduler made() {
    if (scheduler == null) {
      List<Task<?>> tasks = List.of(oneTime, recurring);
      scheduler =
          Scheduler.create(pool, tasks)
              .threads(THREADS)
              .pollUsingLockAndFetch(2.0, 4.0)
              .pollingInterval(Duration.ofSeconds(1))
              .enableImmediateExecution()
              .build();
    }
    return scheduler;
  }

  @Override
  public void addDue(int count) {
    Instant now = Instant.now();
    List<TaskInstance<?>> batch = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      batch.add(oneTime.instance(Integer.toString(i)));
      if (batch.size() == BATCH || i == count) {
        made().scheduleBatch(batch, now);
        batch.clear();
      }
    }
  }

  @Override
  public void addTimers(int count, double perSecond, long firstAtMillis) {
    add(
        count,
        i ->
            SchedulableInstance.of(
                oneTime.instance(Integer.toString(i)),
                Instant.ofEpochMilli(firstAtMillis + (long) (1_000 * (i - 1) / perSecond))));
  }

  @Override
  public void addRecurring(int count, Duration delay) {
    Instant now = Instant.now();
    PlainScheduleAndData schedule = new PlainScheduleAndData(FixedDelay.of(delay));
    add(
        count,
        i ->
            SchedulableInstance.of(
                new TaskInstance<>(recurring.getName(), Integer.toString(i), schedule), now));
  }

  private void add(int count, IntFunction<SchedulableInstance<?>> plan) {
    List<SchedulableInstance<?>> batch = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      batch.add(plan.apply(i));
      if (batch.size() == BATCH || i == count) {
        made().scheduleBatch(batch);
        batch.clear();
      }
    }
  }

  @Override
  public void addNow(int id) {
    made().schedule(oneTime.instance(Integer.toString(id)), Instant.now());
  }

  @Override
  public void start(Ran handler) {
    ran = handler;
    made().start();
  }

  @Override
  public long unfinished() throws Exception {
    return Database.number(
        pool, "select count(*) from scheduled_tasks where execution_time <= now()");
  }

  @Override
  public void stop() {
    if (scheduler != null) {
      scheduler.stop();
    }
    pool.close();
  }
}
