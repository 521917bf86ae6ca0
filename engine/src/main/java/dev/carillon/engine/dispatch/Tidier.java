package dev.carillon.engine.dispatch;

import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.RunStore.Bookmark;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Throws away rows of the agenda: at once those that {@link Names} knows to be spent, and after a
 * while whatever else is left of buckets that have passed, in small steps between everything else.
 * Without it everything would work, and every sweep would read more.
 */
final class Tidier {

  private static final int ROWS_WORTH_A_CALL = 64;
  private static final long ROWS_AT_LATEST = Duration.ofMillis(500).toNanos();
  private static final int NAMES_PER_STEP = 2_000;
  private static final long STEP_PAUSE = Duration.ofMillis(5).toNanos();
  private static final Duration REST = Duration.ofSeconds(30);

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private boolean asking;
  private long discardAt;

  private Bookmark at = Bookmark.FIRST;
  private long stepAt;

  Tidier(Tenure tenure) {
    this.tenure = tenure;
    stepAt = tenure.nanos() + REST.toNanos();
  }

  boolean idle() {
    return !asking;
  }

  long turn(long nanos) {
    if (asking || tenure.stopping()) {
      return Long.MAX_VALUE;
    }
    if (nanos < retry.at()) {
      return retry.at();
    }
    if (tenure.names.spentCount() >= ROWS_WORTH_A_CALL
        || (tenure.names.spentCount() > 0 && nanos >= discardAt)) {
      discard(nanos);
      return Long.MAX_VALUE;
    }
    if (nanos >= stepAt) {
      Set<Integer> shards = tenure.shards.open();
      if (!shards.isEmpty()) {
        step(shards);
        return Long.MAX_VALUE;
      }
      stepAt = nanos + REST.toNanos();
    }
    long wake = stepAt;
    return tenure.names.spentCount() > 0 ? Math.min(wake, discardAt) : wake;
  }

  private void discard(long nanos) {
    asking = true;
    discardAt = nanos + ROWS_AT_LATEST;
    List<Bookmark> spent = tenure.names.takeSpent();
    tenure.ask(
        Lane.SWEEP,
        "discard rows of the agenda",
        store -> {
          store.discard(spent);
          return true;
        },
        _ -> {
          asking = false;
          retry.succeeded();
        },
        // What is not thrown away now is found by the next walk.
        problem -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
        });
  }

  private void step(Set<Integer> shards) {
    asking = true;
    Bookmark from = at;
    long upTo = Agenda.bucketOf(tenure.now().minus(REST));
    tenure.ask(
        Lane.SWEEP,
        "tidy the agenda",
        store -> new Step(store.tidy(shards, from, upTo, NAMES_PER_STEP)),
        step -> stepped(step.next()),
        problem -> {
          asking = false;
          retry.failed(tenure.nanos(), problem);
        });
  }

  private record Step(@Nullable Bookmark next) {}

  private void stepped(@Nullable Bookmark next) {
    asking = false;
    retry.succeeded();
    at = next == null ? Bookmark.FIRST : next;
    stepAt = tenure.nanos() + (next == null ? REST.toNanos() : STEP_PAUSE);
  }
}
