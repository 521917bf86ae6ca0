package dev.carillon.simulator;

import dev.carillon.simulator.store.Plant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tries every single fault at every step of a small world: each call of each process to the store
 * fails, loses its answer, comes late, or is the last thing its process does.
 */
final class Exhaustive {

  private Exhaustive() {}

  /**
   * @param worlds how many were tried
   * @param broken those that broke a promise, with the fault that did it
   */
  record Outcome(int worlds, List<String> broken) {
    Outcome {
      broken = List.copyOf(broken);
    }
  }

  /**
   * Tries all faults of one small world.
   *
   * @param stride 1 for every call, more to try only some
   */
  static Outcome every(long seed, Set<Plant> plants, int stride) {
    World whole = World.small(seed, plants, null);
    int calls = whole.callsInTrouble();
    List<String> broken = new ArrayList<>();
    int worlds = 0;
    for (int call = 1; call <= calls; call += stride) {
      for (SingleFault.Kind kind : SingleFault.Kind.values()) {
        Result result = World.small(seed, plants, new SingleFault(call, kind)).run();
        worlds++;
        if (!result.ok()) {
          broken.add("%s at call %d:%n%s".formatted(kind, call, result.report()));
        }
      }
    }
    return new Outcome(worlds, broken);
  }
}
