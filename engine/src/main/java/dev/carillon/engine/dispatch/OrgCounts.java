package dev.carillon.engine.dispatch;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many of something each organization has; one that has none takes no room. */
final class OrgCounts {

  private static final class Count {

    private final int org;
    private int value;

    Count(int org) {
      this.org = org;
    }
  }

  private final Map<Integer, Count> counts = new HashMap<>();

  /** The one asked for last, which is mostly the one asked for next. */
  private @Nullable Count latest;

  int of(int org) {
    Count count = find(org);
    return count == null ? 0 : count.value;
  }

  void increment(int org) {
    Count count = find(org);
    if (count == null) {
      count = new Count(org);
      counts.put(org, count);
      latest = count;
    }
    count.value++;
  }

  /** An organization that has none keeps none. */
  void decrement(int org) {
    Count count = find(org);
    if (count != null && --count.value == 0) {
      counts.remove(org);
      latest = null;
    }
  }

  private @Nullable Count find(int org) {
    if (latest == null || latest.org != org) {
      latest = counts.get(org);
    }
    return latest;
  }
}
