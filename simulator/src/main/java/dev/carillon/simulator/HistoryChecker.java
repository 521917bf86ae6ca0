package dev.carillon.simulator;

import java.util.ArrayList;
import java.util.List;

/** Holds what happened against what was promised. */
final class HistoryChecker {

  private final World world;

  HistoryChecker(World world) {
    this.world = world;
  }

  /** One group of promises. */
  @FunctionalInterface
  interface Check {
    void check(World world, List<Violation> violations);
  }

  private static final List<Check> CHECKS =
      List.of(
          new StartCheck(),
          new SlotCheck(),
          new CatchUpCheck(),
          new OverlapCheck(),
          new LeaseCheck(),
          new HoldCheck(),
          new ReceiverCheck(),
          new TenantCheck(),
          new CountCheck(),
          new NoteCheck(),
          new BookCheck(),
          new RecoveryCheck(),
          new LatenessCheck());

  List<Violation> check() {
    List<Violation> violations = new ArrayList<>();
    for (Check check : CHECKS) {
      check.check(world, violations);
    }
    return violations;
  }
}
