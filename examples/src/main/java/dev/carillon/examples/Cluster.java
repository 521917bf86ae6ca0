package dev.carillon.examples;

import static dev.carillon.engine.ScheduleDraft.named;

import dev.carillon.engine.Engine;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.dispatch.DispatchConfig;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.target.RunContext;
import dev.carillon.postgres.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Two engines share hundreds of schedules of one database. One of them is cut off in the middle of
 * its work; the other takes over, and no attempt is made twice.
 */
public final class Cluster {

  private static final int SCHEDULES = 300;
  private static final int SECONDS = 6;
  private static final int SLOTS = SCHEDULES * SECONDS;

  /** How often each attempt, by its key, was made; and by whom. */
  private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

  private final Map<String, Integer> byNode = new ConcurrentHashMap<>();
  private final Map<String, Boolean> slots = new ConcurrentHashMap<>();
  private final CountDownLatch aThird = new CountDownLatch(SLOTS / 3);
  private final CountDownLatch allSlots = new CountDownLatch(SLOTS);

  private Cluster() {}

  public static void main(String[] arguments) throws InterruptedException {
    Path data = Path.of(arguments.length > 0 ? arguments[0] : "cluster-data");
    try (var postgres = EmbeddedPostgres.start(data);
        var left = Pools.on(postgres);
        var right = Pools.on(postgres)) {
      new Cluster().run(left, right);
    }
  }

  private void run(DataSource left, DataSource right) throws InterruptedException {
    Engine doomed = engine("left", left);
    try (Engine heir = engine("right", right)) {
      Instant first = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(6);
      heir.schedules()
          .createAll(
              IntStream.range(0, SCHEDULES).mapToObj(number -> schedule(number, first)).toList());

      aThird.await(1, TimeUnit.MINUTES);
      System.out.println("Halting the left engine, as a crash would. So far: " + byNode);
      doomed.halt();

      allSlots.await(1, TimeUnit.MINUTES);
    }
    report();
  }

  private Engine engine(String name, DataSource database) {
    // A short lease, so that the takeover takes a second; the default waits ten.
    return Engine.on(database)
        .config(DispatchConfig.named(name).lease(Duration.ofSeconds(1)).build())
        .handler("count", run -> count(name, run))
        .start();
  }

  /** Every second for a few seconds, late ones included. */
  private static ScheduleDraft schedule(int number, Instant first) {
    return named("schedule " + number)
        .cron("* * * * * *")
        .startAt(first)
        .endAt(first.plusSeconds(SECONDS - 1))
        .retryDelay(Duration.ofMillis(500))
        .overlap(Overlap.ALLOW)
        .catchUp(CatchUp.ALL, Duration.ofMinutes(5), SECONDS)
        .handler("count");
  }

  private void count(String name, RunContext run) {
    attempts.merge(run.runId() + " attempt " + run.retry(), 1, Integer::sum);
    byNode.merge(name, 1, Integer::sum);
    if (slots.put(run.scheduledJobId() + " " + run.scheduledFor(), true) == null) {
      aThird.countDown();
      allSlots.countDown();
    }
  }

  private void report() {
    List<String> twice =
        attempts.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList();
    System.out.printf(
        "%d of %d slots were carried out, in %d attempts: %s.%n",
        slots.size(), SLOTS, attempts.size(), byNode);
    System.out.printf(
        "Made again after the crash: %d. Made twice: %s.%n",
        attempts.size() - slots.size(), twice.isEmpty() ? "none" : twice);
  }
}
