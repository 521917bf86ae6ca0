package dev.carillon.bench;

import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one slot costs: a walk from slot to slot through the years 2026 to 2066, over and over. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TimingBenchmark {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("2066-01-01T00:00:00Z");

  @Param({"UTC", "Europe/Berlin"})
  String zone = "UTC";

  @Param({
    "* * * * *",
    "*/10 * * * *",
    "0 9 * * 1-5",
    "30 2 * * *",
    "0 0 L * *",
    "0 8 * * MON#2",
    "0 0 29 2 *"
  })
  String expression = "* * * * *";

  private Timing cron = new Interval(Duration.ofMinutes(1), START);
  private Instant slot = START;

  /** Parses what the parameters say. */
  @Setup
  public void parse() {
    cron = Cron.parse(expression, ZoneId.of(zone));
  }

  /** The next slot after the last one. */
  @Benchmark
  public Instant next() {
    var next = cron.next(slot);
    slot = next == null || next.isAfter(END) ? START : next;
    return slot;
  }

  /** The way back: the newest slot before the last one. */
  @Benchmark
  public Instant atOrBefore() {
    var previous = cron.atOrBefore(slot.minusSeconds(1));
    slot = previous == null || previous.isBefore(START) ? END : previous;
    return slot;
  }
}
