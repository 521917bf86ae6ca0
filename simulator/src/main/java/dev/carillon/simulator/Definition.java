package dev.carillon.simulator;

import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.timing.Window;
import dev.carillon.simulator.oracle.Era;
import dev.carillon.simulator.oracle.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a user of the simulated world asks for. */
record Definition(
    Rule rule,
    boolean fromCompletion,
    @Nullable Instant endAt,
    Duration jitter,
    Policies policies) {

  Schedule schedule(UUID id, int org, Instant now) {
    return new Schedule(
        id,
        org,
        "simulated",
        "",
        slots(now),
        new Target.Handler("simulated"),
        null,
        policies,
        "user:simulated",
        Status.ACTIVE,
        null,
        1,
        now,
        now);
  }

  private Slots slots(Instant anchor) {
    return new Slots(
        rule.timing(anchor),
        fromCompletion ? IntervalFrom.COMPLETION : IntervalFrom.SLOT,
        new Window(null, endAt),
        jitter);
  }

  Era era(Instant start) {
    return new Era(rule, fromCompletion, start, endAt, jitter);
  }
}
