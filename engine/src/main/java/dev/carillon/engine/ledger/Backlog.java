package dev.carillon.engine.ledger;

import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Slots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the slots that have passed since a schedule's next one came due.
 *
 * <p>Bounded however long the downtime: one search back from now, one count that stops at a cap,
 * and at most {@code backfill_limit} steps.
 *
 * @param toRun the slots to carry out, oldest first
 * @param missedBefore those that were missed before the first slot to run
 * @param missedAfter those that were missed after the last slot to run
 * @param newest the newest slot that has passed; planning goes on after it
 */
record Backlog(
    List<Instant> toRun,
    @Nullable Missed missedBefore,
    @Nullable Missed missedAfter,
    Instant newest) {

  /** Lateness that is ordinary delay and no miss, whatever the policy. */
  static final Duration ORDINARY_DELAY = Duration.ofSeconds(60);

  /** Counting stops here; a record then says "at least". */
  static final long COUNT_CAP = 10_000;

  /** Slots that passed and will not run: how many, the first and the last of them. */
  record Missed(long count, Instant from, Instant until) {}

  /** True when the slot can simply start: it is the only one that passed, and not too late. */
  static boolean isPlain(Slots slots, Policies policies, Instant slot, Instant now) {
    Instant passed = certainlyDue(slots, now);
    Instant next = slots.fromCompletion() ? null : slots.next(slot);
    return (next == null || next.isAfter(passed)) && stillGood(policies, slot, passed);
  }

  static Backlog of(Slots slots, Policies policies, Instant first, Instant now) {
    Instant passed = certainlyDue(slots, now);
    // Counted from completions, the slot after this one is known only when this one has ended.
    Instant newest = slots.fromCompletion() ? first : slots.atOrBefore(passed);
    if (newest == null || newest.isBefore(first)) {
      newest = first;
    }
    if (policies.catchUp() == CatchUp.ALL && policies.backfillLimit() > 0) {
      return oldestFirst(slots, policies, first, newest, passed);
    }
    if (stillGood(policies, newest, passed)) {
      return new Backlog(List.of(newest), missedBetween(slots, first, newest), null, newest);
    }
    return new Backlog(List.of(), missed(slots, first, newest), null, newest);
  }

  /**
   * All slots that have passed from this one on.
   *
   * @param onlyIfDue whether it is open if this one itself is due
   * @return null when none has
   */
  static @Nullable Missed passed(Slots slots, Instant first, boolean onlyIfDue, Instant now) {
    Instant passed = certainlyDue(slots, now);
    if (onlyIfDue && first.isAfter(passed)) {
      return null;
    }
    Instant newest = slots.fromCompletion() ? first : slots.atOrBefore(passed);
    return missed(slots, first, newest == null || newest.isBefore(first) ? first : newest);
  }

  /**
   * Slots up to this moment are due, however much jitter each has. Only those are past: a later one
   * may have to wait for its start yet, and no jitter makes a slot late.
   */
  private static Instant certainlyDue(Slots slots, Instant now) {
    return now.minus(slots.jitter());
  }

  private static Backlog oldestFirst(
      Slots slots, Policies policies, Instant first, Instant newest, Instant now) {
    Instant firstGood = first;
    Instant oldestAllowed = now.minus(deadline(policies));
    if (first.isBefore(oldestAllowed)) {
      firstGood = slots.next(oldestAllowed.minusNanos(1));
    }
    if (firstGood == null || firstGood.isAfter(newest)) {
      return new Backlog(List.of(), missed(slots, first, newest), null, newest);
    }
    List<Instant> toRun = new ArrayList<>();
    Instant slot = firstGood;
    while (slot != null && !slot.isAfter(newest) && toRun.size() < policies.backfillLimit()) {
      toRun.add(slot);
      slot = slots.next(slot);
    }
    Missed after = slot == null || slot.isAfter(newest) ? null : missed(slots, slot, newest);
    return new Backlog(
        toRun,
        firstGood.isAfter(first) ? missedBetween(slots, first, firstGood) : null,
        after,
        newest);
  }

  private static boolean stillGood(Policies policies, Instant slot, Instant now) {
    Duration lateness = Duration.between(slot, now);
    return lateness.compareTo(deadline(policies)) <= 0
        && (consented(policies) || lateness.compareTo(ORDINARY_DELAY) <= 0);
  }

  /** Even a deadline of zero does not refuse the delay that every start has. */
  private static Duration deadline(Policies policies) {
    return policies.startingDeadline().isZero() ? ORDINARY_DELAY : policies.startingDeadline();
  }

  /** Whether the policy agreed to run slots that are later than ordinary delay. */
  private static boolean consented(Policies policies) {
    return switch (policies.catchUp()) {
      case LATEST -> true;
      case ALL -> policies.backfillLimit() > 0;
      case SKIP -> false;
    };
  }

  /** The slots from {@code first} up to, but not with, {@code end}. */
  private static @Nullable Missed missedBetween(Slots slots, Instant first, Instant end) {
    if (!first.isBefore(end)) {
      return null;
    }
    Instant last = slots.atOrBefore(end.minusNanos(1));
    return missed(slots, first, last == null || last.isBefore(first) ? first : last);
  }

  /** The slots from {@code first} to {@code last}, both with. */
  private static Missed missed(Slots slots, Instant first, Instant last) {
    return new Missed(1 + slots.count(first, last, COUNT_CAP), first, last);
  }
}
