package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.store.RunStore.Completed;
import dev.carillon.engine.store.RunStore.Completion;
import dev.carillon.engine.store.RunStore.NewRow;
import dev.carillon.engine.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Short runs that succeeded, on their way into history: many in one write, on two lanes, turn by
 * turn between organizations.
 */
final class Completer {

  private static final Lane[] LANES = {Lane.COMPLETE_1, Lane.COMPLETE_2};
  private static final int LONGER = 3;

  private record Pending(Completion completion, Flight flight) {}

  private final Tenure tenure;
  private final FairQueue<Pending> queue = new FairQueue<>();
  private final boolean[] asking = new boolean[LANES.length];
  private final Retry retry = new Retry();
  private long waitingSince;

  Completer(Tenure tenure) {
    this.tenure = tenure;
  }

  void add(Flight flight, Instant completedAt) {
    Entry entry = Objects.requireNonNull(flight.entry);
    entry.stage = Entry.Stage.COMPLETING;
    ShortPath.Ending ending =
        ShortPath.succeed(flight.schedule, entry.timer, flight.attempt, completedAt);
    if (queue.isEmpty()) {
      waitingSince = tenure.nanos();
    }
    queue.add(
        flight.org(),
        new Pending(
            new Completion(
                entry.timer,
                entry.rowPlace,
                ending.after(),
                flight.attempt.fence(),
                ending.record(),
                ending.done()),
            flight));
  }

  boolean idle() {
    return queue.isEmpty() && !asking[0] && !asking[1];
  }

  long turn(long nanos) {
    for (int lane = 0; lane < LANES.length; lane++) {
      if (asking[lane] || queue.isEmpty()) {
        continue;
      }
      if (nanos < retry.at()) {
        return retry.at();
      }
      long ripe = waitingSince + linger(lane);
      if (queue.size() < tenure.config.completeBatch() && nanos < ripe) {
        return ripe;
      }
      ask(lane);
    }
    return Long.MAX_VALUE;
  }

  /**
   * While the other lane writes, company comes by itself, and larger batches cost less for each
   * run. Not for long: a batch that waits for a lock must not hold up those after it.
   */
  private long linger(int lane) {
    long linger = tenure.config.completeLinger().toNanos();
    return asking[1 - lane] ? LONGER * linger : linger;
  }

  private void ask(int lane) {
    List<Pending> batch = new ArrayList<>(Math.min(queue.size(), tenure.config.completeBatch()));
    while (batch.size() < tenure.config.completeBatch() && !queue.isEmpty()) {
      batch.add(Objects.requireNonNull(queue.poll(_ -> true)));
    }
    asking[lane] = true;
    List<Completion> completions = new ArrayList<>(batch.size());
    batch.forEach(pending -> completions.add(pending.completion()));
    tenure.ask(
        LANES[lane],
        "complete",
        store -> store.complete(tenure.node, completions),
        applied -> answered(lane, batch, applied),
        problem -> failed(lane, batch, problem));
  }

  private void answered(int lane, List<Pending> batch, Completed answer) {
    asking[lane] = false;
    retry.succeeded();
    BitSet applied = answer.applied();
    NewNames named = new NewNames(answer.named());
    for (int i = 0; i < batch.size(); i++) {
      Pending pending = batch.get(i);
      if (applied.get(i)) {
        completed(pending, answer.places().get(i), named);
      } else {
        // The books changed since they were read, or an earlier write went through unheard.
        tenure.flights.settle(pending.flight(), Outcome.Success.INSTANCE);
      }
    }
  }

  /** The rows of the agenda that one answer told of. */
  private record NewNames(Map<Long, Map<Integer, Names.Row>> rows) {

    NewNames(List<NewRow> named) {
      this(new HashMap<>());
      for (NewRow row : named) {
        rows.computeIfAbsent(row.at().bucket(), _ -> new HashMap<>())
            .put(row.org(), new Names.Row(row.at(), row.size()));
      }
    }

    Names.@Nullable Row of(int org, long bucket) {
      Map<Integer, Names.Row> ofBucket = rows.get(bucket);
      return ofBucket == null ? null : ofBucket.get(org);
    }
  }

  private void rename(Entry entry, Completion completion, NewNames named) {
    Long bucket = completion.newBucket();
    if (bucket == null && completion.after().dueAt() != null) {
      return; // due in the same bucket, under the same name
    }
    if (entry.name != null) {
      tenure.names.movedOn(entry.name);
    }
    entry.name = bucket == null ? null : named.of(entry.org(), bucket);
  }

  private void completed(Pending pending, long place, NewNames named) {
    Flight flight = pending.flight();
    Entry entry = Objects.requireNonNull(flight.entry);
    tenure.flights.landed(flight);
    tenure.stats.oneSettled();
    tenure.pruner.recorded(pending.completion().record().seq());
    rename(entry, pending.completion(), named);
    entry.timer = pending.completion().after();
    entry.rowPlace = place;
    Instant due = entry.timer.dueAt();
    boolean near =
        due != null
            && tenure.shards.isOpen(entry.shard())
            && tenure.reader.covers(entry.shard(), due);
    if (near) {
      tenure.held.movedOn(entry);
    } else {
      tenure.held.remove(entry);
      Instant ran = Objects.requireNonNull(pending.completion().before().slotAt());
      tenure.definitions.rest(entry.timer, ran, place, entry.changes);
      tenure.reader.dueLater(due);
    }
  }

  /**
   * Nobody knows whether it was written. The books do, run by run: what was written is not written
   * twice, and one run that cannot be written does not hold up the others.
   */
  private void failed(int lane, List<Pending> batch, StoreException problem) {
    asking[lane] = false;
    retry.failed(tenure.nanos(), problem);
    batch.forEach(pending -> tenure.flights.settle(pending.flight(), Outcome.Success.INSTANCE));
  }
}
