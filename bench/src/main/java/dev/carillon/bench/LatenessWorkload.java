package dev.carillon.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How late runs start that come due one after the other at a steady rate, among many that are not
 * due yet. Where a peer has recurring schedules these are the timers, else single jobs planned
 * ahead; of those there must be enough for the whole time.
 */
final class LatenessWorkload implements PeerWorkload {

  private static final int WARM_UP_SECONDS = 10;

  /** Between the last timer added and the first one due. */
  private static final long LEAD_MILLIS = 5_000;

  private static final int ATTEMPTS = 4;

  private final String name;
  private final int timers;
  private final int rate;
  private final int seconds;

  LatenessWorkload(String name, int timers, int rate, int seconds) {
    this.name = name;
    this.timers = timers;
    this.rate = rate;
    this.seconds = seconds;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String question() {
    return "lateness at %,d runs/s over %,d schedules for %d s".formatted(rate, timers, seconds);
  }

  @Override
  public Set<String> needs() {
    return Set.of("timers", "lateness");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.less("p99_ms", "p99", "ms"),
        Column.less("p50_ms", "p50", "ms"),
        Column.less("max_ms", "max", "ms"),
        Column.more("percent_on_time", "begun in the window", "%"),
        Column.less("database_cpu_percent", "database CPU", "%"),
        Column.less("peer_cpu_percent", "own CPU", "%"));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    int perSecond = stage.options().sized(rate, rate / 5);
    int window = stage.options().sized(seconds, 10);
    int all = stage.options().sized(timers, timers / 20);
    if (!stage.contestant().repeats()) {
      all = Math.max(all, perSecond * (window + WARM_UP_SECONDS + 1));
    }
    if (all > stage.contestant().sizes().timers()) {
      throw new PeerFailure("adding %,d timers takes it too long".formatted(all));
    }
    long first = plan(stage, all, perSecond);
    long from = first + 1_000L * WARM_UP_SECONDS;
    long until = from + 1_000L * window;
    Path file = stage.file("lateness");
    try (PeerProcess process = stage.spawn()) {
      process.send("lateness", from, until, file);
      process.hello();
      Pause.millis(Math.max(0, from - System.currentTimeMillis()));
      Stage.Reading before = stage.read();
      long peerBefore = process.cpuMicros();
      Pause.millis(Math.max(0, until - System.currentTimeMillis()));
      Stage.Reading after = stage.read();
      long peer = process.cpuMicros() - peerBefore;
      PeerProcess.Answer answer = process.answer(Stage.LONGEST);
      Map<String, Double> measures = Percentiles.read(file).toMap();
      double due = (double) perSecond * window;
      double micros = (after.atNanos() - before.atNanos()) / 1e3;
      measures.put("timers", (double) all);
      measures.put("rate", (double) perSecond);
      measures.put("percent_run", 100 * answer.number("runs") / due);
      measures.put("percent_on_time", 100 * answer.number("on_time") / due);
      measures.put(
          "database_cpu_percent",
          100 * (after.databaseMicros() - before.databaseMicros()) / micros);
      measures.put("peer_cpu_percent", 100 * peer / micros);
      return measures;
    }
  }

  /** Adds the timers; how long that takes is not known before, so it may need another try. */
  private static long plan(Stage stage, int all, int perSecond) {
    long lead = LEAD_MILLIS + all / 8;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      long first = System.currentTimeMillis() + lead;
      stage.prepare("timers", all, perSecond, first);
      if (System.currentTimeMillis() + LEAD_MILLIS / 2 < first) {
        return first;
      }
      lead = 2 * (lead + System.currentTimeMillis() - first);
      stage.clear();
    }
    throw new PeerFailure("adding %,d timers takes it too long".formatted(all));
  }
}
