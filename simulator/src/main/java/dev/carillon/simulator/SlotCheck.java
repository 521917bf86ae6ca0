package dev.carillon.simulator;

import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.store.RunStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Jitter;
import dev.carillon.simulator.oracle.Era;
import dev.carillon.simulator.oracle.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Every slot becomes one run or one record that says why not (I1, I2), no slot is invented (I3),
 * and nothing fires by a rule that was paused, edited or deleted (I12).
 */
final class SlotCheck implements HistoryChecker.Check {

  private static final Duration SETTLED_BY = Duration.ofSeconds(5);
  private static final long COUNT_CAP = 10_000;

  /** As long as a node waits to answer for a note it does not know the fate of, and a little. */
  private static final Duration LONGEST_DOUBT = Duration.ofSeconds(45);

  @Override
  public void check(World world, List<Violation> violations) {
    Map<UUID, List<Facts.Row>> rows = new HashMap<>();
    for (Facts.Row row : world.facts.rows) {
      rows.computeIfAbsent(row.record().scheduleId(), _ -> new ArrayList<>()).add(row);
    }
    Map<UUID, List<Facts.Start>> starts = new HashMap<>();
    for (Facts.Start start : world.facts.starts) {
      starts.computeIfAbsent(start.attempt.scheduleId(), _ -> new ArrayList<>()).add(start);
    }
    for (Life life : world.facts.lives.values()) {
      new OfOne(
              world,
              life,
              rows.getOrDefault(life.id, List.of()),
              starts.getOrDefault(life.id, List.of()),
              violations)
          .check();
    }
  }

  /** The check of one schedule. */
  private static final class OfOne {
    private final World world;
    private final Life life;
    private final List<Facts.Row> rows;
    private final List<Facts.Start> starts;
    private final List<Violation> violations;
    private final boolean timeWentOn;
    private final Map<Era, NavigableSet<Instant>> slots = new HashMap<>();
    private final NavigableSet<Instant> answered = new TreeSet<>();

    /** Slots that came up by themselves, without those that somebody asked to fill in later. */
    private final NavigableSet<Instant> cameUp = new TreeSet<>();

    OfOne(
        World world,
        Life life,
        List<Facts.Row> rows,
        List<Facts.Start> starts,
        List<Violation> violations) {
      this.world = world;
      this.life = life;
      this.rows = rows;
      this.starts = starts;
      this.violations = violations;
      timeWentOn = !world.clock.everJumpedBack();
    }

    void check() {
      collectAnswers();
      for (Facts.Start start : starts) {
        invented(start);
      }
      for (Facts.Row row : rows) {
        countOfMissed(row.record());
      }
      if (timeWentOn || life.chapters.size() == 1) {
        life.chapters.forEach(this::silence);
      }
    }

    /** Those that a clock reached, or that were noted ahead just before it was set back. */
    private NavigableSet<Instant> slots(Era era) {
      return slots.computeIfAbsent(
          era, key -> key.slots(world.clock.highest().plus(RunStore.NOTE_AHEAD)));
    }

    private void collectAnswers() {
      for (Facts.Row row : rows) {
        RunRecord record = row.record();
        Instant until = record.skippedUntil();
        answer(record.origin(), record.slotAt());
        if (record.status() == RunStatus.SKIPPED && until != null) {
          for (Life.Chapter chapter : life.chapters) {
            if (!chapter.era.fromCompletion() && !record.slotAt().isAfter(until)) {
              slots(chapter.era)
                  .subSet(record.slotAt(), true, until, true)
                  .forEach(slot -> answer(Origin.SCHEDULE, slot));
            }
          }
        }
      }
      for (Facts.Opened run : world.facts.opened) {
        if (run.scheduleId().equals(life.id)) {
          answer(run.origin(), run.slotAt());
        }
      }
      // A start without a row or an open run yet: the process knows of it, and says so at its end.
      for (Facts.Start start : starts) {
        answer(start.attempt.origin(), start.attempt.slotAt());
      }
    }

    private void answer(Origin origin, Instant slot) {
      if (origin != Origin.MANUAL) {
        answered.add(slot);
      }
      if (origin == Origin.SCHEDULE) {
        cameUp.add(slot);
      }
    }

    private void violated(String invariant, String what) {
      violations.add(new Violation(invariant, life.id, what));
    }

    private void invented(Facts.Start start) {
      Attempt attempt = start.attempt;
      if (attempt.origin() != Origin.SCHEDULE) {
        return;
      }
      Instant slot = attempt.slotAt();
      markClockChange(slot);
      if (!timeWentOn) {
        if (life.chapters.stream().noneMatch(chapter -> yields(chapter.era, slot))) {
          violated("I3 no invention", start + " is for no slot of any rule it had");
        }
        return;
      }
      Life.Chapter inForce = null;
      for (Life.Chapter chapter : life.chapters) {
        if (chapter.era.start().isBefore(slot)) {
          inForce = chapter;
        }
      }
      if (inForce == null || !yields(inForce.era, slot)) {
        violated("I3 no invention", start + " is for no slot of the rule in force then");
      } else if (inForce.closedAt != null && due(inForce.era, slot).isAfter(inForce.closedAt)) {
        violated(
            "I12 what was paused, edited or deleted does not fire",
            start + " was due after the request at " + inForce.closedAt);
      }
    }

    private void markClockChange(Instant slot) {
      if (life.definition.rule() instanceof Rule.Wall wall) {
        if (wall.skipsOne(slot)) {
          world.reached(Mark.SPRING_GAP);
        }
        if (wall.comesTwice(slot)) {
          world.reached(Mark.AUTUMN_FOLD);
        }
      }
    }

    private Instant due(Era era, Instant slot) {
      return slot.plus(Jitter.of(life.id, slot, era.jitter()));
    }

    private boolean yields(Era era, Instant slot) {
      if (!era.fromCompletion()) {
        return slots(era).contains(slot);
      }
      Instant counted = slot.minus(((Rule.Every) era.rule()).interval());
      // Planned anew after the clock went back, it skips slots that may have been carried out.
      return counted.equals(era.start())
          || (!timeWentOn && slots(era).contains(slot))
          || rows.stream().anyMatch(row -> row.record().completedAt().equals(counted));
    }

    private void countOfMissed(RunRecord record) {
      Instant until = record.skippedUntil();
      if (record.status() != RunStatus.SKIPPED || until == null) {
        return;
      }
      boolean right =
          life.chapters.stream().anyMatch(chapter -> countsRight(chapter.era, record, until));
      if (!right) {
        violated("I2 no silence", "the count is wrong in " + record);
      }
    }

    private boolean countsRight(Era era, RunRecord record, Instant until) {
      if (life.onceAt.contains(record.slotAt())
          && until.equals(record.slotAt())
          && record.skippedSlots() == 1) {
        return true; // also when its only time came while it was paused
      }
      if (!yields(era, record.slotAt())) {
        return false;
      }
      long count =
          era.fromCompletion() ? 1 : slots(era).subSet(record.slotAt(), true, until, true).size();
      return count == record.skippedSlots()
          || (count > COUNT_CAP && record.skippedSlots() > COUNT_CAP);
    }

    private void silence(Life.Chapter chapter) {
      if (chapter.era.fromCompletion()) {
        return;
      }
      Instant last = mustBeAnsweredBy(chapter);
      if (last == null) {
        return;
      }
      for (Instant slot : slots(chapter.era).headSet(last, true)) {
        if (!answered.contains(slot) && !deletedInDoubt(chapter, slot)) {
          violated("I2 no silence", "slot " + slot + " has neither a run nor a reason");
          return;
        }
      }
    }

    /** A note named it, and nobody had to answer for that before all of its history was gone. */
    private boolean deletedInDoubt(Life.Chapter chapter, Instant slot) {
      return life.deleted
          && life.deletedAt - chapter.closed < LONGEST_DOUBT.toNanos()
          && world.facts.noted.contains(RunIds.ofSlot(life.id, slot));
    }

    /** The last slot of a chapter that must have an answer by now; null when none must. */
    private @Nullable Instant mustBeAnsweredBy(Life.Chapter chapter) {
      Instant closed = chapter.closedAt;
      NavigableSet<Instant> here = slots(chapter.era);
      if (closed != null) {
        here = here.headSet(closed, true);
      }
      if (here.isEmpty()) {
        return null;
      }
      NavigableSet<Instant> done = new TreeSet<>(here);
      done.retainAll(cameUp);
      Instant noHoles = done.isEmpty() ? null : done.last();
      Instant allUntil = allAnsweredUntil(chapter);
      if (allUntil != null) {
        Instant slot = here.floor(allUntil);
        if (slot != null && (noHoles == null || slot.isAfter(noHoles))) {
          return slot;
        }
      }
      return noHoles;
    }

    /** Up to when nothing excuses a slot without an answer. */
    private @Nullable Instant allAnsweredUntil(Life.Chapter chapter) {
      Instant closed = chapter.closedAt;
      if (closed != null) {
        // Whatever went wrong before, a pause leaves no slot that was due without its answer.
        return chapter.pausedByRequest && !life.numbered
            ? closed.minus(chapter.era.jitter())
            : null;
      }
      Entry entry = world.store.schedule(life.org, life.id);
      if (entry == null || !entry.schedule().active() || world.settings.narrow()) {
        return null;
      }
      return life.numbered
          ? null
          : world.clock.now().minus(SETTLED_BY).minus(entry.schedule().slots().jitter());
    }
  }
}
