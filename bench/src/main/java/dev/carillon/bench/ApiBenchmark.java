package dev.carillon.bench;

import dev.carillon.bench.Workload.Bench;
import java.util.List;

/** Measures a server in a process of its own, on a PostgreSQL of its own, over HTTP. */
public final class ApiBenchmark {

  private ApiBenchmark() {}

  public static void main(String[] words) {
    List<Workload> all = ApiWorkloads.ALL;
    try {
      measure(Options.parse(words, all.stream().map(Workload::name).toList()), all);
    } catch (Options.Misuse misuse) {
      System.err.println("bench: " + misuse.getMessage());
      System.exit(2);
    }
  }

  private static void measure(Options options, List<Workload> all) {
    Report report = new Report();
    try (BenchDatabase database = BenchDatabase.start()) {
      Machine.describe(database, report);
      for (Workload workload : all) {
        if (options.wants(workload.name())) {
          System.out.printf("%n# %s%n", workload.question());
          workload.run(new Bench(database, options, report));
        }
      }
    }
    System.out.println();
    System.out.println(report.json());
  }
}
