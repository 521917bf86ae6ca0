package dev.carillon.simulator;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.simulator.oracle.Era;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Of slots that have passed, exactly those run that the policy says (SPEC, catch-up). */
final class CatchUpCheck implements HistoryChecker.Check {

  private static final Duration ORDINARY_DELAY = Duration.ofSeconds(60);

  @Override
  public void check(World world, List<Violation> violations) {
    for (Facts.Opening opening : world.facts.openings) {
      Era era = opening.era();
      if (era == null || world.clock.everJumpedBack()) {
        continue;
      }
      NavigableSet<Instant> expected = expected(opening, era);
      NavigableSet<Instant> opened = opened(opening);
      expected.removeIf(slot -> recordedBefore(opening, slot));
      if (!opened.equals(expected) && !endsBefore(opening, expected, opened)) {
        violations.add(
            new Violation(
                "catch-up",
                opening.command().scheduleId(),
                "%s at %s should open %s and opened %s; %s"
                    .formatted(
                        opening.command(),
                        opening.now(),
                        expected,
                        opened,
                        opening.before().schedule().policies())));
      }
    }
  }

  /** Whether only slots beyond the schedule's last repeat are left out. */
  private static boolean endsBefore(
      Facts.Opening opening, NavigableSet<Instant> expected, NavigableSet<Instant> opened) {
    int total = opening.before().schedule().policies().totalRepeats();
    long before =
        opening.before().timer().repeat()
            + opening.before().openRuns().stream()
                .filter(run -> run.origin() == Origin.SCHEDULE)
                .count();
    return total > 0
        && opened.size() >= total - before
        && opened.equals(new TreeSet<>(expected.stream().limit(opened.size()).toList()));
  }

  private static NavigableSet<Instant> expected(Facts.Opening opening, Era era) {
    Instant first = opening.command().slotAt();
    // A slot may start as much later as its jitter allows, and is not late before that.
    Instant now = opening.now().minus(opening.before().schedule().slots().jitter());
    Policies policies = opening.before().schedule().policies();
    NavigableSet<Instant> passed = new TreeSet<>();
    if (!era.fromCompletion()) {
      passed.addAll(era.slots(first, now));
    }
    passed.add(first);
    NavigableSet<Instant> good = new TreeSet<>();
    if (policies.catchUp() == CatchUp.ALL && policies.backfillLimit() > 0) {
      passed.stream()
          .filter(slot -> isGood(slot, now, policies))
          .limit(policies.backfillLimit())
          .forEach(good::add);
    } else if (isGood(passed.last(), now, policies)) {
      good.add(passed.last());
    }
    return good;
  }

  private static boolean isGood(Instant slot, Instant now, Policies policies) {
    Duration late = Duration.between(slot, now);
    boolean ordinary = late.compareTo(ORDINARY_DELAY) <= 0;
    if (policies.startingDeadline().isZero()) {
      return ordinary;
    }
    boolean consented =
        switch (policies.catchUp()) {
          case LATEST -> true;
          case ALL -> policies.backfillLimit() > 0;
          case SKIP -> false;
        };
    return late.compareTo(policies.startingDeadline()) <= 0 && (consented || ordinary);
  }

  /** The slots that were opened, and those that would have been but for the overlap policy. */
  private static NavigableSet<Instant> opened(Facts.Opening opening) {
    NavigableSet<Instant> slots = new TreeSet<>();
    for (OpenRun run : opening.after().openRuns()) {
      if (run.origin() == Origin.SCHEDULE && opening.before().openRun(run.id()) == null) {
        slots.add(run.slotAt());
      }
    }
    for (RunRecord row : opening.after().history()) {
      boolean before = opening.before().openRun(row.id()) != null;
      if (!before && row.origin() == Origin.SCHEDULE && !"missed".equals(row.reason())) {
        slots.add(row.slotAt());
      }
    }
    return slots;
  }

  /** A backfill has carried the slot out before. */
  private static boolean recordedBefore(Facts.Opening opening, Instant slot) {
    return opening.before().openRuns().stream()
        .anyMatch(run -> run.origin() != Origin.MANUAL && run.slotAt().equals(slot));
  }
}
