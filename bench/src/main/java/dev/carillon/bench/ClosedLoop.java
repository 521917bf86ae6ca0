package dev.carillon.bench;

import dev.carillon.bench.Workload.Bench;
import dev.carillon.engine.ScheduleDraft;
import java.time.Duration;

/**
 * As many runs as the nodes can do: there is always more due than they get done, and nothing counts
 * as missed, because each interval is counted from the end of the run before.
 */
final class ClosedLoop {

  /** Runs per second that the schedules ask for; more than any machine in sight does. */
  private static final int OFFERED = 400_000;

  private ClosedLoop() {}

  /** Reports how many schedules got their share, and what else the section is to hold. */
  static Meter.Span measure(Bench bench, int schedules, int nodeCount, Report.Section section) {
    Duration interval = Duration.ofMillis(Math.max(1, 1_000L * schedules / OFFERED));
    ScheduleDraft draft = ScheduleDraft.named("bench").handler(Nodes.HANDLER).afterCompletion();
    Fleet fleet = Fleet.define(bench.database(), schedules, draft, interval);
    fleet.arm(Duration.ofSeconds(1));
    Report.say(
        "%,d schedules, every %d ms after completion, %d node(s)",
        schedules, interval.toMillis(), nodeCount);
    try (Nodes nodes = Nodes.start(bench.database(), nodeCount, _ -> {})) {
      Pause.seconds(bench.options().warmUpSeconds());
      Profile profile = bench.options().profile() ? Profile.begin(bench.database()) : null;
      Meter from = Meter.begin(bench.database(), nodes);
      Pause.seconds(bench.options().secondsOr(20, 5));
      Meter to = Meter.end(bench.database(), nodes);
      Meter.Span span = new Meter.Span(from, to);
      if (profile != null) {
        profile.end(to.settled() - from.settled());
      }
      span.reportHealth(section, nodes);
      return span;
    }
  }
}
