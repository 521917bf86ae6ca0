package dev.carillon.simulator;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which faults a world has, and how often. Each world draws a subset, so that some faults meet
 * others rarely seen together, and some worlds have none at all.
 */
final class FaultPlan {

  /** The kinds of faults. */
  enum Fault {
    CRASH,
    PAUSE,
    RESTART,
    SLOW_NODE,
    OUTAGE,
    CLOCK_JUMP,
    CALL_FAILS,
    ANSWER_LOST,
    CALL_LATE,
    NOTICE_LOST,
    NOTICE_DOUBLED,
    NOTICE_LATE
  }

  private final Set<Fault> faults;
  final double failRate;
  final double lostRate;
  final double lateRate;
  final double noticeRate;

  private FaultPlan(Set<Fault> faults, Dice dice) {
    this.faults = faults;
    failRate = rate(Fault.CALL_FAILS, dice);
    lostRate = rate(Fault.ANSWER_LOST, dice);
    lateRate = rate(Fault.CALL_LATE, dice) / 4;
    noticeRate = dice.between(1, 10) / 10.0;
  }

  private FaultPlan(FaultPlan drawn, Set<Fault> faults) {
    this.faults = faults;
    failRate = has(Fault.CALL_FAILS) ? drawn.failRate : 0;
    lostRate = has(Fault.ANSWER_LOST) ? drawn.lostRate : 0;
    lateRate = has(Fault.CALL_LATE) ? drawn.lateRate : 0;
    noticeRate = drawn.noticeRate;
  }

  /** The same luck without some of its faults. */
  FaultPlan without(Set<Fault> omitted) {
    Set<Fault> rest = EnumSet.noneOf(Fault.class);
    rest.addAll(faults);
    rest.removeAll(omitted);
    return new FaultPlan(this, rest);
  }

  private double rate(Fault fault, Dice dice) {
    double drawn = dice.scaled(1, 100) / 1_000.0;
    return has(fault) ? drawn : 0;
  }

  /**
   * Draws a plan.
   *
   * @param rough whether to have many faults at once: what it takes to show a bug happens sooner
   */
  static FaultPlan draw(Dice dice, boolean rough) {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (rough || !dice.chance(0.15)) {
      double density = rough ? 0.6 : dice.between(1, 8) / 10.0;
      for (Fault fault : Fault.values()) {
        // A clock that jumps excuses much; rough worlds are to have few excuses.
        if (dice.chance(rough && fault == Fault.CLOCK_JUMP ? 0.1 : density)) {
          faults.add(fault);
        }
      }
    }
    return new FaultPlan(faults, dice);
  }

  boolean has(Fault fault) {
    return faults.contains(fault);
  }

  boolean none() {
    return faults.isEmpty();
  }

  Set<Fault> faults() {
    return Collections.unmodifiableSet(faults);
  }

  @Override
  public String toString() {
    return faults.toString();
  }
}
