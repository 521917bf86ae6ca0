package dev.carillon.engine.store;

import dev.carillon.engine.store.RunStore.Completion;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Completions of members, sorted by their cohorts, as {@code slots/complete-cohorts.sql} takes
 * them: with a seat for each member of each cohort, in the order of their bits.
 */
final class CohortCompletions {

  // What the statement takes for null.
  private static final UUID NO_RUN = new UUID(0, 0);
  private static final long NO_BUCKET = Long.MIN_VALUE;

  /** More than a batch has. */
  private static final int INDEX_BITS = 20;

  /** Takes a completion that was applied, by its index, and its place. */
  @FunctionalInterface
  interface Applied {
    void take(int index, long place);
  }

  /** Runs of one cohort that leave it in the same way: any of them tells what. */
  private static final class Group {

    final Completion any;
    final int first;
    long members;

    Group(Completion any, int first) {
      this.any = any;
      this.first = first;
    }

    int size() {
      return CohortPlace.size(any.place());
    }

    boolean takes(Completion other) {
      return other.before().revision() == any.before().revision()
          && Objects.equals(other.after().slotAt(), any.after().slotAt())
          && Objects.equals(other.after().dueAt(), any.after().dueAt())
          && other.fence() == any.fence();
    }
  }

  private final List<Completion> completions;
  private final List<Group> groups = new ArrayList<>();

  /** The completion in each seat, by its index; below zero where there is none. */
  private int[] seats;

  private CohortCompletions(List<Completion> completions, int most) {
    this.completions = completions;
    seats = new int[most];
  }

  /**
   * @param members the indexes of completions of members. What does not leave its cohort as the
   *     first run of it does is left out, and so is not applied
   */
  static CohortCompletions of(List<Completion> completions, int[] members) {
    CohortCompletions sorted = new CohortCompletions(completions, 2 * members.length);
    long[] order = new long[members.length];
    for (int i = 0; i < order.length; i++) {
      order[i] =
          (CohortPlace.cohort(completions.get(members[i]).place()) << INDEX_BITS) | members[i];
    }
    Arrays.sort(order);
    int taken = 0;
    int from = 0;
    for (int to = 1; to <= order.length; to++) {
      if (to == order.length || order[to] >> INDEX_BITS != order[from] >> INDEX_BITS) {
        taken = sorted.add(order, from, to, taken);
        from = to;
      }
    }
    sorted.seats = Arrays.copyOf(sorted.seats, taken);
    return sorted;
  }

  /** Those of one cohort. */
  private int add(long[] order, int from, int to, int first) {
    Group group = new Group(completions.get(index(order[from])), first);
    int end = first + group.size();
    if (end > seats.length) {
      seats = Arrays.copyOf(seats, 2 * end);
    }
    Arrays.fill(seats, first, end, -1);
    for (int i = from; i < to; i++) {
      int index = index(order[i]);
      Completion completion = completions.get(index);
      int bit = CohortPlace.bit(completion.place());
      if (!completion.done() && completion.after().slotAt() != null && group.takes(completion)) {
        seats[first + bit] = index;
        group.members |= 1L << bit;
      }
    }
    if (group.members == 0) {
      return first;
    }
    groups.add(group);
    return end;
  }

  private static int index(long ordered) {
    return (int) ordered & ((1 << INDEX_BITS) - 1);
  }

  void applied(int ordinal, Applied each) {
    Group group = groups.get(ordinal - 1);
    for (int seat = group.first; seat < group.first + group.size(); seat++) {
      if (seats[seat] >= 0) {
        each.take(seats[seat], completions.get(seats[seat]).place());
      }
    }
  }

  void bind(Call call) throws SQLException {
    SortedMap<Integer, Long> fences = new TreeMap<>();
    int[] ordinals = new int[groups.size()];
    long[] lateness = new long[seats.length];
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = i + 1;
      Completion any = groups.get(i).any;
      fences.put(any.after().shard(), any.fence());
    }
    List<@Nullable Completion> seated = new ArrayList<>(seats.length);
    for (int i = 0; i < seats.length; i++) {
      Completion completion = seats[i] < 0 ? null : completions.get(seats[i]);
      seated.add(completion);
      lateness[i] = completion == null ? 0 : completion.record().latenessMillis();
    }
    bindGroups(call, fences);
    call.set("ordinals", Param.of(ordinals))
        .set("lateness", Param.of(lateness))
        .set("schedule_ids", uuids(seated, each -> each.after().scheduleId()))
        .set("run_ids", uuids(seated, each -> each.record().id()))
        .set("previous_ids", uuids(seated, each -> each.record().previousId()))
        .set("started", instants(seated, each -> each.record().startedAt()))
        .set("completed", instants(seated, each -> each.record().completedAt()));
  }

  private void bindGroups(Call call, Map<Integer, Long> fences) throws SQLException {
    call.set("shards", Param.ints(fences.keySet()))
        .set("fences", Param.longs(fences.values()))
        .set(
            "cohort_ids",
            Param.of(Columns.longs(groups, group -> CohortPlace.cohort(group.any.place()))))
        .set("revisions", Param.of(Columns.ints(groups, group -> group.any.before().revision())))
        .set("firsts", Param.of(Columns.ints(groups, group -> group.first + 1)))
        .set("lasts", Param.of(Columns.ints(groups, group -> group.first + group.size())))
        .set("members", Param.of(Columns.longs(groups, group -> group.members)))
        .set("next_slots", Param.instants(groups, group -> some(group.any.after().slotAt())))
        .set("next_dues", Param.instants(groups, group -> some(group.any.after().dueAt())))
        .set("next_buckets", Param.of(Columns.longs(groups, CohortCompletions::bucket)))
        .set("slots", Param.instants(groups, group -> group.any.record().slotAt()))
        .set("repeats", Param.of(Columns.ints(groups, group -> group.any.record().repeat())));
  }

  private static Instant some(@Nullable Instant instant) {
    return Objects.requireNonNull(instant);
  }

  private static long bucket(Group group) {
    Long bucket = group.any.newBucket();
    return bucket == null ? NO_BUCKET : bucket;
  }

  /** What an empty seat or a run without that column has. */
  private interface Column<T> {
    @Nullable T of(Completion completion);
  }

  private static Param uuids(List<@Nullable Completion> seated, Column<UUID> column) {
    return Param.uuids(seated, each -> orElse(each, column, NO_RUN));
  }

  private static Param instants(List<@Nullable Completion> seated, Column<Instant> column) {
    return Param.instants(seated, each -> orElse(each, column, Instant.MIN));
  }

  private static <T> T orElse(@Nullable Completion completion, Column<T> column, T none) {
    T value = completion == null ? null : column.of(completion);
    return value == null ? none : value;
  }
}
