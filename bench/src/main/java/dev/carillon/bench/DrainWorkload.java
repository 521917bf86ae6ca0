package dev.carillon.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Jobs that are all due already, done by a process that is started to do them.
 *
 * <p>The clock runs from the call that starts the process until the database holds none of the jobs
 * any more, as the process sees it: the start of the runtime and of the library counts, for all
 * alike. Afterwards all that is left is counted.
 */
final class DrainWorkload implements PeerWorkload {

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public String question() {
    return "due no-op jobs per second, from the start of the process to the last one's end";
  }

  @Override
  public Set<String> needs() {
    return Set.of("fill", "drain", "left");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.more("jobs_per_second", "jobs/s", "/s"),
        Column.more("jobs_per_second_once_running", "once running", "/s"),
        Column.less("start_ms", "first job after", "ms"),
        Column.less("database_cpu_us_per_job", "database CPU/job", "µs"),
        Column.less("peer_cpu_us_per_job", "own CPU/job", "µs"),
        Column.less("wal_bytes_per_job", "WAL/job", "B"));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    int full = stage.contestant().sizes().drain();
    int jobs = stage.options().sized(full, full / 5);
    stage.fill(jobs);
    Stage.Reading before = stage.read();
    long began = System.currentTimeMillis();
    try (PeerProcess process = stage.spawn()) {
      PeerProcess.Answer answer = process.ask(Stage.LONGEST, "drain", jobs);
      double seconds = (answer.number("settled") - began) / 1e3;
      Stage.Reading after = stage.read();
      long peer = process.cpuMicros();
      if (answer.number("runs") != jobs) {
        throw new PeerFailure("ran " + answer.number("runs") + " jobs of " + jobs);
      }
      long left = process.ask(Stage.LONGEST, "left").number("jobs");
      if (left != 0) {
        throw new PeerFailure("said to be done, but its database holds " + left + " due jobs");
      }
      Map<String, Double> measures = new LinkedHashMap<>();
      measures.put("jobs", (double) jobs);
      measures.put("jobs_per_second", jobs / seconds);
      measures.put(
          "jobs_per_second_once_running",
          1_000.0 * jobs / Math.max(1, answer.number("settled") - answer.number("first")));
      measures.put("start_ms", (double) (answer.number("first") - began));
      measures.put(
          "database_cpu_us_per_job",
          (double) (after.databaseMicros() - before.databaseMicros()) / jobs);
      measures.put("peer_cpu_us_per_job", (double) peer / jobs);
      measures.put("wal_bytes_per_job", (double) (after.walBytes() - before.walBytes()) / jobs);
      measures.put(
          "transactions_per_job", (double) (after.transactions() - before.transactions()) / jobs);
      return measures;
    }
  }
}
