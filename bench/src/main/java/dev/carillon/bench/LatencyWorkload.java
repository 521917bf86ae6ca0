package dev.carillon.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One job at a time: from the call that adds it to its first instruction. */
final class LatencyWorkload implements PeerWorkload {

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String question() {
    return "from the call that adds a job to its first instruction, one at a time";
  }

  @Override
  public Set<String> needs() {
    return Set.of("latency");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.less("p50_ms", "p50", "ms"),
        Column.less("p99_ms", "p99", "ms"),
        Column.less("max_ms", "max", "ms"));
  }

  @Override
  public Map<String, Double> measure(Stage stage) {
    int full = stage.contestant().sizes().latency();
    int jobs = stage.options().sized(full, Math.max(5, full / 5));
    Path file = stage.file("latency");
    stage.prepare();
    try (PeerProcess process = stage.spawn()) {
      // As many again before, for the compilers of the runtimes.
      process.ask(Stage.LONGEST, "latency", jobs, jobs >= 100 ? jobs : 1, file);
      return Percentiles.read(file).toMap();
    }
  }
}
