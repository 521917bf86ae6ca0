package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.RunStore.Bookmark;
import dev.carillon.engine.store.RunStore.ReadQuery;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One walk through the agenda, some rows at a time, up to a bucket. */
final class Pass {

  private final Set<Integer> shards;
  private final long upTo;
  private final @Nullable Integer org;
  private final boolean overdue;
  private Bookmark at;
  private boolean finished;

  /** Whether most of what it names is expected in memory. */
  private boolean byNames = true;

  private Pass(
      Set<Integer> shards, Bookmark from, long upTo, @Nullable Integer org, boolean overdue) {
    this.shards = Set.copyOf(shards);
    this.upTo = upTo;
    this.org = org;
    this.overdue = overdue;
    at = from;
  }

  /** All organizations' timers from a place on that lies about now. */
  static Pass live(Bookmark place, long upTo, Set<Integer> shards) {
    return new Pass(shards, place, upTo, null, false);
  }

  /** All organizations' timers from the oldest on. */
  static Pass sweep(long upTo, Set<Integer> shards) {
    return new Pass(shards, Bookmark.FIRST, upTo, null, true);
  }

  /** One organization's timers from the oldest on. */
  static Pass of(int org, long upTo, Set<Integer> shards) {
    return new Pass(shards, Bookmark.FIRST, upTo, org, true);
  }

  /** What is left of this one, for one organization. */
  Pass restOf(int single) {
    return new Pass(shards, at, upTo, single, overdue);
  }

  ReadQuery query(int limit, Set<Integer> exceptOrgs) {
    return new ReadQuery(shards, at, upTo, limit, org, exceptOrgs);
  }

  long upTo() {
    return upTo;
  }

  @Nullable Integer org() {
    return org;
  }

  /** Whether what it reads should have been in memory before: it follows no clock. */
  boolean isOverdue() {
    return overdue;
  }

  /** It has come so far; null for its end. */
  void readTo(@Nullable Bookmark next) {
    if (next == null) {
      finished = true;
    } else {
      at = next;
    }
  }

  boolean finished() {
    return finished;
  }

  boolean byNames() {
    return byNames;
  }

  /** Most of what was named was not in memory: the timers are read at once from here on. */
  void readTimers() {
    byNames = false;
  }
}
