package dev.carillon.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recurring schedules kept going: each is due again a second after its run has ended, and there are
 * more of them than get done.
 */
final class RecurringWorkload implements PeerWorkload {

  private static final int DELAY_MILLIS = 1_000;

  @Override
  public String name() {
    return "recurring";
  }

  @Override
  public String question() {
    return "runs per second of recurring schedules, more of them due than get done";
  }

  @Override
  public Set<String> needs() {
    return Set.of("recurring", "work");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.more("runs_per_second", "runs/s", "/s"),
        Column.less("database_cpu_us_per_run", "database CPU/run", "µs"),
        Column.less("peer_cpu_us_per_run", "own CPU/run", "µs"),
        Column.less("wal_bytes_per_run", "WAL/run", "B"));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    int full = stage.contestant().sizes().recurring();
    int schedules = stage.options().sized(full, Math.max(1_000, full / 5));
    stage.prepare("recurring", schedules, DELAY_MILLIS);
    try (PeerProcess process = stage.spawn()) {
      process.ask(Stage.LONGEST, "work");
      Pause.seconds(stage.options().sized(10, 5));
      Stage.Reading before = stage.read();
      long peerBefore = process.cpuMicros();
      PeerProcess.Answer from = process.ask(Stage.LONGEST, "count");
      Pause.seconds(stage.options().sized(60, 10));
      PeerProcess.Answer to = process.ask(Stage.LONGEST, "count");
      long peer = process.cpuMicros() - peerBefore;
      Stage.Reading after = stage.read();
      double runs = to.number("runs") - from.number("runs");
      if (runs == 0) {
        throw new PeerFailure("ran nothing in all that time");
      }
      Map<String, Double> measures = new LinkedHashMap<>();
      measures.put("schedules", (double) schedules);
      measures.put("runs_per_second", 1_000 * runs / (to.number("at") - from.number("at")));
      measures.put(
          "database_cpu_us_per_run", (after.databaseMicros() - before.databaseMicros()) / runs);
      measures.put("peer_cpu_us_per_run", peer / runs);
      measures.put("wal_bytes_per_run", (after.walBytes() - before.walBytes()) / runs);
      measures.put("transactions_per_run", (after.transactions() - before.transactions()) / runs);
      return measures;
    }
  }
}
