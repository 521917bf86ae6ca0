package dev.carillon.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether a second node helps or hinders. One and two are measured in turns, each first in every
 * other round: the speed of machines drifts by more than the two differ.
 */
final class TwoNodes implements Workload {

  private static final int ROUNDS = 4;

  @Override
  public String name() {
    return "nodes";
  }

  @Override
  public String question() {
    return "throughput of two nodes on one database, against one";
  }

  @Override
  public void run(Bench bench) {
    int schedules = bench.options().schedulesOr(100_000, 20_000);
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= (bench.options().quick() ? 1 : ROUNDS); round++) {
      double[] rates = new double[2];
      for (int nodes : round % 2 == 1 ? List.of(1, 2) : List.of(2, 1)) {
        rates[nodes - 1] = rate(bench, schedules, nodes, round);
      }
      ratios.add(rates[1] / rates[0]);
    }
    double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
    bench
        .report()
        .section(name())
        .put("ratio_of_two_to_one", Arrays.stream(sorted).average().orElseThrow())
        .put("lowest_round", sorted[0])
        .put("highest_round", sorted[sorted.length - 1]);
  }

  private double rate(Bench bench, int schedules, int nodes, int round) {
    Report.Section section =
        bench.report().section("%s %d round %d".formatted(name(), nodes, round));
    Meter.Span span = ClosedLoop.measure(bench, schedules, nodes, section);
    section.put("runs_per_second", span.runsPerSecond());
    span.reportCost(section);
    return span.runsPerSecond();
  }
}
