package dev.carillon.engine.store;

import dev.carillon.engine.store.RunStore.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Completions of members of one cohort that leave it in the same way: any of them tells what. */
final class CohortRuns {

  /** Those that are named together stand together; those that keep their names come first. */
  static final Comparator<CohortRuns> BY_NAME =
      Comparator.comparing(
              CohortRuns::newBucket, Comparator.nullsFirst(Comparator.<Long>naturalOrder()))
          .thenComparingInt(CohortRuns::org);

  private final Completion any;
  private final List<Integer> indexes = new ArrayList<>(Cohort.MOST);
  private long members;

  /** The first of its seats. */
  int first;

  CohortRuns(Completion any) {
    this.any = any;
  }

  Completion any() {
    return any;
  }

  long cohort() {
    return CohortPlace.cohort(any.place());
  }

  int size() {
    return CohortPlace.size(any.place());
  }

  int org() {
    return any.after().orgId();
  }

  @Nullable Long newBucket() {
    return any.newBucket();
  }

  /** One bit for each member that has a run here. */
  long members() {
    return members;
  }

  boolean hasGaps() {
    return Long.bitCount(members) < size();
  }

  /** By their places in the list of all completions. */
  List<Integer> indexes() {
    return indexes;
  }

  /** Takes it if it is like the others. */
  void take(Completion completion, int index) {
    if (completion.before().revision() == any.before().revision()
        && Objects.equals(completion.after().slotAt(), any.after().slotAt())
        && Objects.equals(completion.after().dueAt(), any.after().dueAt())
        && completion.fence() == any.fence()) {
      indexes.add(index);
      members |= 1L << CohortPlace.bit(completion.place());
    }
  }
}
