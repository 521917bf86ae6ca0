package dev.carillon.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a scheduler with nothing to do takes. */
final class IdleWorkload implements PeerWorkload {

  private static final int TIMERS = 10_000;
  private static final long TWO_HOURS_MILLIS = 7_200_000;

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String question() {
    return "what it takes to wait, with 10,000 schedules of which none is due for two hours";
  }

  @Override
  public Set<String> needs() {
    return Set.of("timers", "work");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.less("transactions_per_second", "transactions/s", "/s"),
        Column.less("database_cpu_percent", "database CPU", "%"),
        Column.less("peer_cpu_percent", "own CPU", "%"),
        Column.less("resident_mb", "memory", "MB"));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    stage.prepare("timers", TIMERS, 1, System.currentTimeMillis() + TWO_HOURS_MILLIS);
    try (PeerProcess process = stage.spawn()) {
      process.ask(Stage.LONGEST, "work");
      // JobRunr looks at every job once when it starts.
      Pause.seconds(stage.options().sized(20, 10));
      Stage.Reading before = stage.read();
      long peerBefore = process.cpuMicros();
      Pause.seconds(stage.options().sized(30, 10));
      Stage.Reading after = stage.read();
      long peer = process.cpuMicros() - peerBefore;
      double micros = (after.atNanos() - before.atNanos()) / 1e3;
      Map<String, Double> measures = new LinkedHashMap<>();
      measures.put(
          "transactions_per_second", 1e6 * (after.transactions() - before.transactions()) / micros);
      measures.put(
          "database_cpu_percent",
          100 * (after.databaseMicros() - before.databaseMicros()) / micros);
      measures.put("peer_cpu_percent", 100 * peer / micros);
      measures.put("wal_bytes_per_second", 1e6 * (after.walBytes() - before.walBytes()) / micros);
      measures.put("resident_mb", process.residentKilobytes() / 1_024.0);
      return measures;
    }
  }
}
