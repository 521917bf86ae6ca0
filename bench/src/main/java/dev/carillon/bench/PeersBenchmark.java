package dev.carillon.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures Carillon and its peers side by side: on one PostgreSQL, round after round, everybody in
 * every round and in another order each time, because the speed of machines drifts.
 */
public final class PeersBenchmark {

  static final List<PeerWorkload> WORKLOADS =
      List.of(
          new DrainWorkload(),
          new RecurringWorkload(),
          new LatencyWorkload(),
          new LatenessWorkload("lateness", 100_000, 1_000, 30),
          new LatenessWorkload("lateness-1m", 1_000_000, 10_000, 60),
          new RecoveryWorkload(),
          new IdleWorkload());

  private final BenchDatabase database;
  private final PeerOptions options;
  private final Path peers;
  private final Path scratch;
  private final Findings findings = new Findings();
  private Duration longest = Duration.ofDays(1);

  PeersBenchmark(BenchDatabase database, PeerOptions options, Path peers, Path scratch) {
    this.database = database;
    this.options = options;
    this.peers = peers;
    this.scratch = scratch;
  }

  public static void main(String[] words) throws IOException {
    try {
      PeerOptions options =
          PeerOptions.parse(words, WORKLOADS.stream().map(PeerWorkload::name).toList());
      Path bench = Path.of(System.getProperty("carillon.bench", "bench")).toAbsolutePath();
      run(options, bench);
    } catch (Options.Misuse misuse) {
      System.err.println("bench: " + misuse.getMessage());
      System.exit(2);
    }
  }

  private static void run(PeerOptions options, Path bench) throws IOException {
    Report report = new Report();
    Path scratch = Files.createTempDirectory("carillon-peers");
    try (BenchDatabase database = BenchDatabase.start()) {
      Machine.describe(database, report);
      PeersBenchmark benchmark =
          new PeersBenchmark(database, options, bench.resolve("peers"), scratch);
      Findings findings = benchmark.measure(WORKLOADS);
      Map<String, Object> json = new LinkedHashMap<>(report.values());
      json.put("quick", options.quick());
      json.putAll(findings.toJson());
      write(json, findings, options, bench);
      System.out.println();
      System.out.println(Report.json(json));
    } finally {
      Scratch.remove(scratch);
    }
  }

  private static void write(
      Map<String, Object> json, Findings findings, PeerOptions options, Path bench)
      throws IOException {
    String chart = PeerChart.draw(WORKLOADS, findings);
    // Small sizes say nothing that is worth keeping.
    Path results =
        Files.createDirectories(bench.resolve(options.quick() ? "target/results" : "results"));
    Files.writeString(results.resolve("peers.json"), Report.json(json) + "\n");
    Files.writeString(results.resolve("peers.svg"), chart);
    if (options.docs()) {
      Map<String, Object> machine = new LinkedHashMap<>();
      if (json.get("machine") instanceof Map<?, ?> values) {
        values.forEach((key, value) -> machine.put(key.toString(), value));
      }
      PeerPage.write(
          bench.resolveSibling("docs").resolve("performance.md"),
          machine,
          WORKLOADS,
          findings,
          options.rounds());
    }
  }

  /** So long, and not longer: no round begins that would most likely end later. */
  PeersBenchmark within(Duration most) {
    longest = most;
    return this;
  }

  Findings measure(List<PeerWorkload> workloads) {
    long began = System.nanoTime();
    greet();
    if (options.quick()) {
      System.out.printf(
          "%nAll sizes and times are smaller than said below: does it work, not how fast.%n");
    }
    for (PeerWorkload workload : workloads) {
      if (!options.workloads().contains(workload.name())) {
        continue;
      }
      System.out.printf("%n# %s: %s%n", workload.name(), workload.question());
      List<Contestant> order = new ArrayList<>(options.contestants());
      for (int round = 1; round <= options.rounds(); round++) {
        Duration passed = Duration.ofNanos(System.nanoTime() - began);
        if (round > 1 && passed.plus(passed.dividedBy(round - 1)).compareTo(longest) > 0) {
          Report.say("no round %d: it would end after more than %d s", round, longest.toSeconds());
          break;
        }
        for (Contestant contestant : order) {
          measure(workload, contestant, round);
        }
        // Everybody has another before it and another after it in the next round.
        Collections.rotate(order, 1);
        Collections.reverse(order.subList(1, order.size()));
      }
      System.out.printf("%n%s", PeerTable.of(workload, findings));
    }
    return findings;
  }

  /** Says which versions take part, and leaves out who does not answer. */
  private void greet() {
    System.out.printf("%npeers%n");
    for (Contestant contestant : options.contestants()) {
      try {
        if (!contestant.installed(peers)) {
          throw new PeerFailure("is not installed; what its installer said is above");
        }
        try (Stage stage = Stage.set(database, contestant, options, peers, scratch);
            PeerProcess process = rehearsed(stage)) {
          PeerProcess.Answer hello = process.hello();
          String version = hello.text("version") + " on " + hello.text("runtime");
          findings.version(contestant.name(), version);
          System.out.printf("  %-26s %s%n", contestant.name(), version);
          for (PeerWorkload workload : WORKLOADS) {
            if (contestant.takesPartIn(workload.name())
                && !process.abilities().containsAll(workload.needs())) {
              findings.leaveOut(workload.name(), contestant.name(), contestant.lacks());
            }
          }
        }
      } catch (PeerFailure failure) {
        System.out.printf("  %-26s left out: %s%n", contestant.name(), failure.reason());
        for (PeerWorkload workload : WORKLOADS) {
          findings.leaveOut(workload.name(), contestant.name(), failure.reason());
        }
      }
    }
  }

  private static PeerProcess rehearsed(Stage stage) {
    stage.rehearse();
    return stage.spawn();
  }

  private void measure(PeerWorkload workload, Contestant contestant, int round) {
    if (!contestant.takesPartIn(workload.name())
        || findings.isLeftOut(workload.name(), contestant.name())) {
      return;
    }
    try (Stage stage = Stage.set(database, contestant, options, peers, scratch)) {
      Map<String, Double> measures = workload.measure(stage);
      findings.add(workload.name(), contestant.name(), measures);
      PeerWorkload.Column first = workload.columns().getFirst();
      Report.say(
          "round %d  %-26s %s",
          round,
          contestant.name(),
          PeerTable.shown(measures.getOrDefault(first.key(), Double.NaN), first.unit()));
    } catch (PeerFailure failure) {
      findings.leaveOut(workload.name(), contestant.name(), failure.reason());
      Report.say("round %d  %-26s failed: %s", round, contestant.name(), failure.reason());
    }
  }
}
