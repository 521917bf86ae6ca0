package dev.carillon.engine.dispatch;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Organizations with so many overdue timers that the sweep does not read them all: it goes on
 * without them, and each has a pass of its own, which takes turns with it and with the others'. So
 * nobody waits until another's backlog has been read. While enough of an organization's are in
 * memory its pass stands still, and goes on from that place.
 */
final class Backlogs {

  private final int sweptAtOnce;
  private final Map<Integer, Pass> passes = new LinkedHashMap<>();
  private final Map<Integer, Integer> swept = new HashMap<>();

  /**
   * @param sweptAtOnce timers after which the sweep leaves the rest of an organization's
   */
  Backlogs(int sweptAtOnce) {
    this.sweptAtOnce = sweptAtOnce;
  }

  /** A sweep begins. */
  void sweep() {
    swept.clear();
  }

  /** The sweep has read so many timers of the organization. */
  void swept(Pass sweep, int org, int timers) {
    int all = swept.merge(org, timers, Integer::sum);
    if (all >= sweptAtOnce && !sweep.finished()) {
      put(org, sweep.restOf(org));
    }
  }

  /** Those whose overdue timers the sweep leaves out. */
  Set<Integer> orgs() {
    return passes.keySet();
  }

  /** The organization's overdue timers are read by this pass from now on. */
  void put(int org, Pass pass) {
    passes.put(org, pass);
  }

  /** The pass has come to its end, unless another has taken its place. */
  void remove(int org, Pass pass) {
    passes.remove(org, pass);
  }

  /** Everything overdue is read from its beginning again. */
  void clear() {
    passes.clear();
  }

  /** The pass of the next organization that has room for more, turn by turn; or null. */
  @Nullable Pass next(IntPredicate hasRoom) {
    Iterator<Map.Entry<Integer, Pass>> turns = passes.entrySet().iterator();
    while (turns.hasNext()) {
      Map.Entry<Integer, Pass> turn = turns.next();
      int org = turn.getKey();
      Pass pass = turn.getValue();
      if (hasRoom.test(org)) {
        turns.remove();
        passes.put(org, pass);
        return pass;
      }
    }
    return null;
  }
}
