package dev.carillon.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.Engine;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.target.RunContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Carillon as a library. Every job is a schedule with an interval (or with a single moment, for
 * {@code PEER_JOBS=once}), so that each run does what a run always does: a row of history,
 * counters, the next slot. Schedules differ only in the moment that their interval counts from.
 */
final class CarillonPeer implements Peer {

  private static final String HANDLER = "noop";
  private static final int BATCH = 2_000;
  private static final int ON_REQUEST = 100;
  private static final Duration A_DAY = Duration.ofDays(1);

  /** As the server has it. */
  private final HikariDataSource pool = Database.pool(16, 2);

  private final Ids ids = Ids.system();
  private @Nullable Engine engine;
  private List<UUID> onRequest = List.of();

  @Override
  public String version() {
    return "0.1.0";
  }

  @Override
  public void install() {
    Engine.on(pool).enabled(false).start().close();
  }

  /**
   * Every day, and today's slot has just come. Where asked for, each at a microsecond of its own,
   * so that no two come due together; or a single moment, whose retry need not wait for a day.
   */
  @Override
  public void addDue(int count) {
    Instant now = Instant.now();
    Instant before = now.minus(A_DAY);
    add(
        count,
        switch (System.getenv("PEER_JOBS")) {
          case "once" ->
              i -> new Planned(draft(i).at(now).retryDelay(Duration.ofSeconds(1)), before);
          case "apart" ->
              i -> new Planned(draft(i).every(A_DAY), before.minus(i, ChronoUnit.MICROS));
          case null, default -> i -> new Planned(draft(i).every(A_DAY), before);
        });
  }

  @Override
  public void addTimers(int count, double perSecond, long firstAtMillis) {
    Duration interval = Duration.ofMillis((long) (1_000 * count / perSecond));
    Instant anchor = Instant.ofEpochMilli(firstAtMillis).minus(interval);
    add(
        count,
        i ->
            new Planned(
                draft(i).every(interval), anchor.plusMillis((long) (1_000 * (i - 1) / perSecond))));
  }

  @Override
  public void addRecurring(int count, Duration delay) {
    Instant anchor = Instant.now().minus(delay);
    add(count, i -> new Planned(draft(i).every(delay).afterCompletion(), anchor));
  }

  private static ScheduleDraft draft(int id) {
    return ScheduleDraft.named(Integer.toString(id)).handler(HANDLER);
  }

  /** The first slot is one interval after the anchor. */
  private record Planned(ScheduleDraft draft, Instant anchor) {
    Entry entry(UUID id) {
      Schedule schedule = draft.toSchedule(id, anchor);
      return new Entry(schedule, Timer.fresh(schedule, schedule.slots().next(anchor)));
    }
  }

  /** In batches, each in a transaction, on all cores. */
  private void add(int count, IntFunction<Planned> plan) {
    try (Engine idle = Engine.on(pool).enabled(false).start()) {
      IntStream.range(0, (count + BATCH - 1) / BATCH)
          .parallel()
          .forEach(batch ->
              idle.store()
                  .create(
                      IntStream.rangeClosed(batch * BATCH + 1, Math.min(count, (batch + 1) * BATCH))
                          .mapToObj(i -> plan.apply(i).entry(ids.next()))
                          .toList()));
    }
  }

  /** Asks for a run out of turn, of one schedule after the other: two runs of one would overlap. */
  @Override
  public void addNow(int id) {
    Engine running = running();
    if (onRequest.isEmpty()) {
      onRequest =
          running
              .schedules()
              .createAll(
                  IntStream.rangeClosed(1, ON_REQUEST)
                      .mapToObj(i -> draft(i).every(A_DAY))
                      .toList())
              .stream()
              .map(Schedule::id)
              .toList();
    }
    running.schedules().trigger(onRequest.get(id % ON_REQUEST), null);
  }

  @Override
  public void start(Ran handler) {
    String place = System.getenv("PEER_PLACE");
    DispatchConfig.Builder config = DispatchConfig.named("peer");
    if (place != null) {
      config.place(place);
    }
    engine =
        Engine.on(pool)
            .handler(HANDLER, run -> handler.ran(number(run), due(run)))
            .config(config.build())
            .start();
  }

  private static long number(RunContext run) {
    return Long.parseLong(run.scheduledJobName());
  }

  private static long due(RunContext run) {
    return run.scheduledFor().toEpochMilli();
  }

  private Engine running() {
    if (engine == null) {
      throw new IllegalStateException("the engine has not been started");
    }
    return engine;
  }

  @Override
  public long unfinished() throws Exception {
    return Database.number(
        pool,
        "select (select count(*) from carillon.current_timers where due_at <= now())"
            + " + (select count(*) from carillon.open_runs)");
  }

  /**
   * What is due has a name in the agenda, which is how the engine itself finds it. To count all
   * timers takes 0.3 s for half a million, twice in a drain of six.
   */
  @Override
  public boolean done() throws Exception {
    return Database.number(
            pool,
            """
            select (exists (select from carillon.open_runs)
                    or exists (
                      select from carillon.agenda a
                      cross join lateral unnest(a.schedule_ids) as n (id)
                      cross join lateral (
                        select from carillon.current_timers t
                        where t.schedule_id = n.id and t.due_at <= now() offset 0) t
                      where a.bucket <= floor(extract(epoch from now()) / 2)))::int
            """)
        == 0;
  }

  @Override
  public void stop() {
    if (engine != null) {
      engine.close();
    }
    pool.close();
  }
}
