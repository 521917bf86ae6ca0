package dev.carillon.simulator;

import dev.carillon.engine.store.RunStore.SlotClaim;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Notes do not outlive what they name (I18): one that did would count as lost, at the death of its
 * node, what ended long ago.
 */
final class NoteCheck implements HistoryChecker.Check {

  /** A note whose writing was not answered is thrown away once more after 40 s. */
  private static final long LONGEST = Duration.ofSeconds(45).toNanos();

  @Override
  public void check(World world, List<Violation> violations) {
    Map<UUID, Long> ended = new HashMap<>();
    world.facts.rows.forEach(row -> ended.putIfAbsent(row.record().id(), row.at()));
    for (SlotClaim claim : world.store.noted()) {
      Long at = ended.get(claim.runId());
      if (at != null && at < world.events.now() - LONGEST) {
        violations.add(
            new Violation(
                "I18 conservation",
                claim.scheduleId(),
                "a note still names slot %s, which has long ended".formatted(claim.slotAt())));
      }
    }
  }
}
