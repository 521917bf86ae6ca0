package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A short comparison for every change: Carillon's drain against graphile-worker's with its best
 * settings, in turn. Only their ratio is judged, because the speed of machines drifts.
 */
public final class GateBenchmark {

  private static final int ROUNDS = 3;

  /** It is made for every change, so it takes less than three minutes, the start included. */
  private static final Duration LONGEST = Duration.ofSeconds(165);

  private static final String CARILLON = "carillon";
  private static final String RIVAL = "graphile-worker";

  private GateBenchmark() {}

  public static void main(String[] words) throws IOException {
    try {
      if (words.length > 0) {
        throw new Options.Misuse("gate takes no options, got " + String.join(" ", words));
      }
      Path bench = Path.of(System.getProperty("carillon.bench", "bench")).toAbsolutePath();
      System.exit(run(bench) ? 0 : 1);
    } catch (Options.Misuse misuse) {
      System.err.println("bench: " + misuse.getMessage());
      System.exit(2);
    }
  }

  private static boolean run(Path bench) throws IOException {
    double recorded = Gate.recorded(Files.readString(bench.resolve("gate.json")));
    PeerOptions options =
        new PeerOptions(
            false,
            List.of("drain"),
            List.of(Contestant.named(CARILLON), Contestant.named(RIVAL)),
            ROUNDS,
            false);
    Report report = new Report();
    Path scratch = Files.createTempDirectory("carillon-gate");
    try (BenchDatabase database = BenchDatabase.start()) {
      Machine.describe(database, report);
      DrainWorkload drain = new DrainWorkload();
      Findings findings =
          new PeersBenchmark(database, options, bench.resolve("peers"), scratch)
              .within(LONGEST)
              .measure(List.of(drain));
      Double ratio = findings.ratio(drain.name(), CARILLON, RIVAL, drain.columns().getFirst());
      if (ratio == null) {
        System.err.println("bench: nothing to compare: " + findings.leftOut(drain.name()));
        return false;
      }
      Gate gate = new Gate(ratio, recorded);
      System.out.printf("%n%s%n", gate.verdict());
      Map<String, Object> json = gate.toJson();
      json.put("carillon_jobs_per_second", rate(findings, CARILLON));
      json.put("graphile_worker_jobs_per_second", rate(findings, RIVAL));
      json.put("commit", System.getProperty("carillon.commit", "unknown"));
      System.out.println(Report.json(json));
      return gate.passes();
    } finally {
      Scratch.remove(scratch);
    }
  }

  private static double rate(Findings findings, String peer) {
    return Objects.requireNonNull(findings.of("drain", peer, "jobs_per_second")).median();
  }
}
