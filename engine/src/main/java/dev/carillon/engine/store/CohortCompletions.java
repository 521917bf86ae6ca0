package dev.carillon.engine.store;

import dev.carillon.engine.store.RunStore.Completion;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Completions of members as {@code slots/complete-cohorts.sql} takes them: with a seat for each
 * member of each cohort in the order of their bits, and cohorts that are named together side by
 * side.
 */
final class CohortCompletions {

  // What the statement takes for null.
  private static final UUID NO_RUN = new UUID(0, 0);

  /** More than a batch has. */
  private static final int INDEX_BITS = 20;

  /** Takes a completion that was applied, by its index, and its place. */
  @FunctionalInterface
  interface Applied {
    void take(int index, long place);
  }

  private final List<Completion> completions;
  private final List<CohortRuns> cohorts;

  /** The completion in each seat, by its index; below zero where there is none. */
  private final int[] seats;

  private CohortCompletions(List<Completion> completions, List<CohortRuns> cohorts) {
    this.completions = completions;
    this.cohorts = cohorts;
    cohorts.sort(CohortRuns.BY_NAME);
    int taken = 0;
    for (CohortRuns runs : cohorts) {
      runs.first = taken;
      taken += runs.size();
    }
    seats = new int[taken];
    Arrays.fill(seats, -1);
    for (CohortRuns runs : cohorts) {
      runs.indexes()
          .forEach(
              index -> seats[runs.first + CohortPlace.bit(completions.get(index).place())] = index);
    }
  }

  /**
   * @param members the indexes of completions of members. What does not leave its cohort as the
   *     first run of it does is left out, and so is not applied
   */
  static CohortCompletions of(List<Completion> completions, int[] members) {
    long[] order = new long[members.length];
    for (int i = 0; i < order.length; i++) {
      order[i] =
          (CohortPlace.cohort(completions.get(members[i]).place()) << INDEX_BITS) | members[i];
    }
    Arrays.sort(order);
    List<CohortRuns> cohorts = new ArrayList<>();
    CohortRuns last = null;
    for (long ordered : order) {
      int index = (int) ordered & ((1 << INDEX_BITS) - 1);
      Completion completion = completions.get(index);
      if (!goesOn(completion)) {
        continue;
      }
      if (last == null || last.cohort() != ordered >> INDEX_BITS) {
        last = new CohortRuns(completion);
        cohorts.add(last);
      }
      last.take(completion, index);
    }
    return new CohortCompletions(completions, cohorts);
  }

  /** The statement writes the start of a run as its member's last, also when a clock went back. */
  private static boolean goesOn(Completion completion) {
    return !completion.done()
        && completion.after().slotAt() != null
        && Objects.equals(completion.after().lastRunAt(), completion.record().startedAt());
  }

  boolean isEmpty() {
    return cohorts.isEmpty();
  }

  /**
   * @param settled one bit for each member whose run was settled
   */
  void applied(int ordinal, long settled, Applied each) {
    for (int index : cohorts.get(ordinal - 1).indexes()) {
      long place = completions.get(index).place();
      if (((settled >> CohortPlace.bit(place)) & 1) == 1) {
        each.take(index, place);
      }
    }
  }

  void bind(Call call) throws SQLException {
    double[] started = new double[seats.length];
    double[] completed = new double[seats.length];
    long[] lateness = new long[seats.length];
    List<@Nullable Completion> seated = new ArrayList<>(seats.length);
    for (int i = 0; i < seats.length; i++) {
      Completion completion = seats[i] < 0 ? null : completions.get(seats[i]);
      seated.add(completion);
      if (completion != null) {
        started[i] = Times.seconds(Objects.requireNonNull(completion.record().startedAt()));
        completed[i] = Times.seconds(completion.record().completedAt());
        lateness[i] = completion.record().latenessMillis();
      }
    }
    call.set("schedule_ids", Param.uuids(seated, CohortCompletions::scheduleId))
        .set("run_ids", Param.uuids(seated, CohortCompletions::runId))
        .set("previous_ids", Param.uuids(seated, CohortCompletions::previousId))
        .set("started", Param.of(started))
        .set("completed", Param.of(completed))
        .set("lateness", Param.of(lateness));
    bindCohorts(call);
    bindNames(call);
  }

  private static UUID scheduleId(@Nullable Completion completion) {
    return completion == null ? NO_RUN : completion.after().scheduleId();
  }

  private static UUID runId(@Nullable Completion completion) {
    return completion == null ? NO_RUN : completion.record().id();
  }

  private static UUID previousId(@Nullable Completion completion) {
    UUID previous = completion == null ? null : completion.record().previousId();
    return previous == null ? NO_RUN : previous;
  }

  private void bindCohorts(Call call) throws SQLException {
    SortedMap<Integer, Long> fences = new TreeMap<>();
    cohorts.forEach(runs -> fences.put(runs.any().after().shard(), runs.any().fence()));
    int[] ordinals =
        IntStream.range(0, cohorts.size())
            .boxed()
            .sorted(Comparator.comparingLong(i -> cohorts.get(i).cohort()))
            .mapToInt(i -> i + 1)
            .toArray();
    call.set("shards", Param.ints(fences.keySet()))
        .set("fences", Param.longs(fences.values()))
        .set("ordinals", Param.of(ordinals))
        .set("cohort_ids", Param.of(Columns.longs(cohorts, CohortRuns::cohort)))
        .set("revisions", Param.of(Columns.ints(cohorts, runs -> runs.any().before().revision())))
        .set("firsts", Param.of(Columns.ints(cohorts, runs -> runs.first + 1)))
        .set("lasts", Param.of(Columns.ints(cohorts, runs -> runs.first + runs.size())))
        .set("members", Param.of(Columns.longs(cohorts, CohortRuns::members)))
        .set("next_slots", Param.instants(cohorts, runs -> some(runs.any().after().slotAt())))
        .set("next_dues", Param.instants(cohorts, runs -> some(runs.any().after().dueAt())))
        .set("slots", Param.instants(cohorts, runs -> runs.any().record().slotAt()))
        .set("repeats", Param.of(Columns.ints(cohorts, runs -> runs.any().record().repeat())));
  }

  private static Instant some(@Nullable Instant instant) {
    return Objects.requireNonNull(instant);
  }

  /**
   * One row of the agenda.
   *
   * @param from the first of the cohorts it names, by its index
   * @param to the one after the last
   */
  private record Name(int from, int to) {}

  /** Cohorts that stay in their bucket keep their names. */
  private void bindNames(Call call) throws SQLException {
    List<Name> names = new ArrayList<>();
    int from = 0;
    for (int to = 1; to <= cohorts.size(); to++) {
      if (to == cohorts.size()
          || CohortRuns.BY_NAME.compare(cohorts.get(to), cohorts.get(from)) != 0) {
        if (cohorts.get(from).newBucket() != null) {
          names.add(new Name(from, to));
        }
        from = to;
      }
    }
    boolean[] gaps = new boolean[names.size()];
    for (int i = 0; i < gaps.length; i++) {
      Name name = names.get(i);
      gaps[i] = cohorts.subList(name.from(), name.to()).stream().anyMatch(CohortRuns::hasGaps);
    }
    call.set("names", Param.of(IntStream.rangeClosed(1, gaps.length).toArray()))
        .set(
            "name_buckets",
            Param.of(Columns.longs(names, name -> Objects.requireNonNull(first(name).newBucket()))))
        .set("name_orgs", Param.of(Columns.ints(names, name -> first(name).org())))
        .set("name_shards", Param.of(Columns.longs(names, this::shards)))
        .set("name_cohorts", Param.of(Columns.ints(names, name -> name.from() + 1)))
        .set("name_last_cohorts", Param.of(Columns.ints(names, Name::to)))
        .set("name_firsts", Param.of(Columns.ints(names, name -> first(name).first + 1)))
        .set("name_lasts", Param.of(Columns.ints(names, this::lastSeat)))
        .set("name_gaps", Param.of(gaps));
  }

  private CohortRuns first(Name name) {
    return cohorts.get(name.from());
  }

  private int lastSeat(Name name) {
    CohortRuns last = cohorts.get(name.to() - 1);
    return last.first + last.size();
  }

  private long shards(Name name) {
    return Agenda.mask(
        Columns.column(
            cohorts.subList(name.from(), name.to()), runs -> runs.any().after().shard()));
  }
}
