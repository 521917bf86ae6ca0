package dev.carillon.simulator;

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

  private double rate(Fault fault, Dice dice) {
    double drawn = dice.scaled(1, 100) / 1_000.0;
    return has(fault) ? drawn : 0;
  }

  static FaultPlan draw(Dice dice) {
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    if (!dice.chance(0.15)) {
      double density = dice.between(1, 6) / 10.0;
      for (Fault fault : Fault.values()) {
        if (dice.chance(density)) {
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

  @Override
  public String toString() {
    return faults.toString();
  }
}
