package dev.carillon.bench;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.target.Handler;
import dev.carillon.engine.target.RunContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handler that does nothing but note how late it was called, for slots due within a window.
 *
 * <p>Database and JVM share a machine here, and with it a clock: lateness counts from the due time
 * to the first instruction of the handler.
 */
final class Lateness implements Handler {

  private final int[] enteredMicros;
  private final int[] begunMicros;
  private final AtomicInteger next = new AtomicInteger();
  private final Instant from;
  private final Instant until;

  Lateness(Instant from, Instant until, int atMost) {
    this.from = from;
    this.until = until;
    enteredMicros = new int[atMost];
    begunMicros = new int[atMost];
  }

  @Override
  public void handle(RunContext run) {
    Instant now = Instant.now();
    Attempt attempt = run.delivery().attempt();
    Instant due = attempt.dueAt();
    if (due.isBefore(from) || !due.isBefore(until)) {
      return;
    }
    int place = next.getAndIncrement();
    if (place < enteredMicros.length) {
      enteredMicros[place] = (int) ChronoUnit.MICROS.between(due, now);
      begunMicros[place] = (int) ChronoUnit.MICROS.between(due, attempt.startedAt());
    }
  }

  int count() {
    return Math.min(next.get(), enteredMicros.length);
  }

  void report(Report.Section section) {
    if (count() == 0) {
      return;
    }
    report(section, "lateness_ms", enteredMicros);
    report(section, "lateness_of_note_ms", begunMicros);
  }

  private void report(Report.Section section, String name, int[] micros) {
    percentiles(name, micros).forEach(section::put);
  }

  /** The lateness of the handler; nothing if no slot came. */
  Map<String, Double> millis(String name) {
    return count() == 0 ? Map.of() : percentiles(name, enteredMicros);
  }

  private Map<String, Double> percentiles(String name, int[] micros) {
    int[] sorted = Arrays.copyOf(micros, count());
    Arrays.sort(sorted);
    Map<String, Double> percentiles = new LinkedHashMap<>();
    percentiles.put(name + "_p50", millis(sorted, 0.5));
    percentiles.put(name + "_p99", millis(sorted, 0.99));
    percentiles.put(name + "_p999", millis(sorted, 0.999));
    percentiles.put(name + "_max", millis(sorted, 1));
    return percentiles;
  }

  private static double millis(int[] sorted, double share) {
    int place = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, place)] / 1_000.0;
  }
}
