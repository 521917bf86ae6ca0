package dev.carillon.simulator;

import dev.carillon.simulator.FaultPlan.Fault;
import dev.carillon.simulator.store.Plant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Makes a failing world smaller: leaves out kinds of faults, then what the nemesis and users do, as
 * long as the same promise is still broken. What remains is what the failure needs.
 */
final class Shrinker {

  private static final int MOST_WORLDS = 400;

  private final long seed;
  private final Set<Plant> plants;
  private final Set<String> broken;
  private int worlds;

  private Shrinker(long seed, Set<Plant> plants, Set<String> broken) {
    this.seed = seed;
    this.plants = plants;
    this.broken = broken;
  }

  /**
   * @param omissions what can be left out
   * @param before planned events of the whole world
   * @param left planned events that cannot be left out
   * @param faults kinds of faults that cannot be left out
   * @param result what comes of the small world
   */
  record Shrunk(Omissions omissions, int before, int left, Set<Fault> faults, Result result) {

    String report() {
      return "needs the faults %s and %d of %d planned events; again: make sim SEED=%d OMIT=%s%n"
          .formatted(faults, left, before, result.seed(), omissions.encode());
    }
  }

  /** Shrinks a world that breaks a promise; one that breaks none stays as it is. */
  static Shrunk shrink(long seed, Set<Plant> plants) {
    World whole = new World(seed, plants, false, Omissions.NONE);
    Set<Fault> faults = whole.plan.faults();
    Result result = whole.run();
    Set<String> broken = new TreeSet<>();
    result.violations().forEach(violation -> broken.add(violation.invariant()));
    Shrinker shrinker = new Shrinker(seed, plants, broken);
    Omissions omissions = result.ok() ? Omissions.NONE : shrinker.shrink(faults, whole.planned());
    World small = new World(seed, plants, false, omissions);
    return new Shrunk(
        omissions,
        whole.planned(),
        whole.planned() - omissions.events().size(),
        small.plan.faults(),
        small.run());
  }

  private Omissions shrink(Set<Fault> faults, int planned) {
    Omissions omissions = Omissions.NONE;
    for (Fault fault : faults) {
      Omissions less = omissions.andFault(fault);
      omissions = stillFails(less) ? less : omissions;
    }
    // Halves first, then quarters, down to single events.
    for (int size = Math.max(1, planned / 2); ; size /= 2) {
      for (List<Integer> part : parts(planned, size)) {
        Omissions less = omissions.andEvents(Set.copyOf(part));
        omissions = stillFails(less) ? less : omissions;
      }
      if (size == 1 || worlds >= MOST_WORLDS) {
        return omissions;
      }
    }
  }

  private static List<List<Integer>> parts(int planned, int size) {
    List<Integer> all = IntStream.rangeClosed(1, planned).boxed().toList();
    List<List<Integer>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      parts.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return parts;
  }

  private boolean stillFails(Omissions omissions) {
    worlds++;
    return worlds <= MOST_WORLDS
        && new World(seed, plants, false, omissions)
            .run().violations().stream()
                .anyMatch(violation -> broken.contains(violation.invariant()));
  }
}
