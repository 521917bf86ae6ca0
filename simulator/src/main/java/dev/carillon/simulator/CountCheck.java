package dev.carillon.simulator;

import java.util.List;

/** What nodes say they did is what was seen of them (I20). */
final class CountCheck implements HistoryChecker.Check {

  @Override
  public void check(World world, List<Violation> violations) {
    long started = 0;
    long buried = 0;
    for (SimProcess process : world.everybody()) {
      started += process.stats().started();
      buried += process.stats().buried();
    }
    if (started != world.facts.starts.size()) {
      violations.add(
          new Violation(
              "I20 counters",
              null,
              "%d attempts counted, %d seen".formatted(started, world.facts.starts.size())));
    }
    // A burial whose answer got lost is counted by nobody.
    long seen =
        world.facts.burials.stream()
            .filter(burial ->
                burial.how() == Facts.Burial.How.BURIED || burial.how() == Facts.Burial.How.LATE)
            .count();
    if (buried > seen || (world.undisturbed() && buried != seen)) {
      violations.add(
          new Violation(
              "I20 counters", null, "%d burials counted, %d seen".formatted(buried, seen)));
    }
  }
}
