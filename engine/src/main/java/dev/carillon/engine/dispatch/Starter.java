package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore;
import dev.carillon.engine.store.RunStore.Begun;
import dev.carillon.engine.store.RunStore.SlotClaim;
import dev.carillon.engine.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Begins slots at their instant: one note for all that are about to be due, written ahead, so that
 * each starts when its moment has come and not when the database has answered.
 */
final class Starter {

  /**
   * A note for one slot costs as much as a note for fifty: at 10,000 slots a second, notes without
   * a pause between them took a third of a processor.
   */
  private static final long BEGIN_EVERY = Duration.ofMillis(2).toNanos();

  private static final long CLOCK_EVERY = Duration.ofMillis(250).toNanos();

  private final Tenure tenure;
  private final Retry retry = new Retry();
  private final OrgCounts reservedPerOrg = new OrgCounts();
  private final Noted noted = new Noted();
  private boolean asking;
  private long nextBeginAt = Long.MIN_VALUE;
  private int reserved;
  private long clockAskedAt;

  Starter(Tenure tenure) {
    this.tenure = tenure;
    clockAskedAt = tenure.nanos() - CLOCK_EVERY; // a ticker begins anywhere
  }

  boolean idle() {
    return !asking && reserved == 0;
  }

  /** Attempts that could begin now without exceeding the limit. */
  int room() {
    return tenure.config.maxConcurrent() - tenure.flights.underWay() - reserved;
  }

  boolean roomFor(int org) {
    return tenure.flights.underWay(org) + reservedPerOrg.of(org)
        < tenure.config.maxConcurrentPerOrg();
  }

  void reserve(int org) {
    reserved++;
    reservedPerOrg.increment(org);
  }

  void unreserve(int org) {
    reserved--;
    reservedPerOrg.decrement(org);
  }

  long turn(long nanos) {
    if (tenure.stopping()) {
      noted.takeAll().forEach(this::handBack);
    }
    return Math.min(startNoted(nanos), beginReady(nanos));
  }

  private long beginReady(long nanos) {
    tenure.held.wake(tenure.time.micros(nanos));
    if (!tenure.held.anyReady() || asking || tenure.stopping()) {
      return wakeForNext();
    }
    long beginAt = Math.max(askAt(), Math.max(retry.at(), nextBeginAt));
    if (nanos < beginAt) {
      return Math.min(beginAt, wakeForNext());
    }
    nextBeginAt = nanos + BEGIN_EVERY;
    List<Entry> batch = takeReady();
    if (!batch.isEmpty()) {
      begin(batch);
    }
    return wakeForNext();
  }

  private long askAt() {
    long earliest = tenure.held.earliestReadyMicros();
    return earliest == Long.MIN_VALUE
        ? Long.MIN_VALUE
        : tenure.time.nanosAt(earliest - tenure.lead.askMicros());
  }

  private long wakeForNext() {
    long micros = tenure.held.nextWakeMicros();
    return micros == Long.MAX_VALUE ? Long.MAX_VALUE : tenure.time.nanosAt(micros);
  }

  /** Starts what is noted and surely due, provided that the node may still act on its notes. */
  private long startNoted(long nanos) {
    if (noted.isEmpty() || !tenure.heart.trustsItself()) {
      return Long.MAX_VALUE;
    }
    long surely = tenure.time.surelyMicros(nanos);
    Noted.Slot slot = noted.takeDue(surely);
    if (slot != null) {
      Instant now = DatabaseTime.instant(surely);
      while (slot != null) {
        start(slot, now);
        slot = noted.takeDue(surely);
      }
    }
    long next = noted.nextDueMicros();
    return next == Long.MAX_VALUE ? next : tenure.time.nanosSurelyAt(next, nanos);
  }

  /**
   * Somebody has changed the schedule: a slot that is noted and not started is left to the books,
   * which know what becomes of it.
   */
  void changed(UUID scheduleId) {
    Entry entry = tenure.held.find(scheduleId);
    if (entry != null && entry.stage == Entry.Stage.NOTED) {
      handBack(noted.take(entry));
    }
  }

  /** The note names a slot that this node does not begin; it is needed until the books say so. */
  private void handBack(Noted.Slot slot) {
    unreserve(slot.entry().org());
    tenure.held.remove(slot.entry());
    tenure.abandon(slot.claim(), () -> tenure.notes.done(slot.note()));
  }

  private List<Entry> takeReady() {
    List<Entry> batch = new ArrayList<>();
    Instant now = tenure.now();
    while (room() > 0 && batch.size() < tenure.config.beginBatch()) {
      Entry entry = tenure.held.nextReady(this::roomFor);
      if (entry == null) {
        break;
      }
      Long fence = tenure.shards.fenceToBegin(entry.shard());
      if (fence == null) {
        tenure.held.remove(entry);
        continue;
      }
      boolean isShort = ShortPath.opens(Objects.requireNonNull(entry.schedule), entry.timer, now);
      if (!isShort && now.isBefore(Objects.requireNonNull(entry.timer.dueAt()))) {
        tenure.held.watchUntilDue(entry);
        continue;
      }
      reserve(entry.org());
      if (isShort) {
        entry.stage = Entry.Stage.BEGINNING;
        batch.add(entry);
      } else {
        open(entry, fence);
      }
    }
    return batch;
  }

  /** The slot is late, or another run is open: the books decide what becomes of it. */
  private void open(Entry entry, long fence) {
    entry.stage = Entry.Stage.OPENING;
    Instant slot = Objects.requireNonNull(entry.timer.slotAt());
    tenure.updates.add(
        new Command.Open(entry.timer.scheduleId(), slot, tenure.node, fence),
        reply -> opened(entry, reply));
  }

  private void opened(Entry entry, Reply reply) {
    unreserve(entry.org());
    tenure.held.remove(entry);
    begunInBooks(reply);
    tenure.reader.refresh(entry.timer.scheduleId());
    tenure.reader.openRunsSoon();
  }

  /** Starts the attempt that a command has opened, if it has opened one. */
  void begunInBooks(Reply reply) {
    if (!tenure.heart.trustsItself()) {
      // If this node still lives, the attempt is found among those that the books say it runs.
      tenure.reconciler.soon();
      return;
    }
    if (reply instanceof Reply.Begin begin && !tenure.flights.knows(begin.attempt().runId())) {
      tenure.flights.start(Flight.open(begin.attempt(), begin.schedule(), begin.deadlineAt()));
    }
  }

  private void begin(List<Entry> batch) {
    long note = tenure.notes.open();
    List<SlotClaim> claims = new ArrayList<>(batch.size());
    for (Entry entry : batch) {
      claims.add(claim(entry));
    }
    asking = true;
    long askedAt = tenure.nanos();
    tenure.askTime(
        Lane.BEGIN,
        "begin",
        store -> store.begin(tenure.node, note, claims),
        Begun::now,
        begun -> {
          tenure.lead.noteTook(tenure.nanos() - askedAt, tenure.nanos());
          answered(note, batch, claims, begun);
        },
        problem -> failed(note, batch, claims, problem));
    askClock();
  }

  /**
   * The answer to a note comes after its commit, a millisecond or more after the database looked at
   * its clock; and by as much would slots start late. The clock alone is told within tenths.
   */
  private void askClock() {
    long nanos = tenure.nanos();
    if (nanos - clockAskedAt >= CLOCK_EVERY) {
      clockAskedAt = nanos;
      tenure.askTime(Lane.BEGIN, "clock", RunStore::now, now -> now, _ -> {}, _ -> {});
    }
  }

  private SlotClaim claim(Entry entry) {
    Timer timer = entry.timer;
    Instant slot = Objects.requireNonNull(timer.slotAt());
    return new SlotClaim(
        timer.scheduleId(),
        RunIds.ofSlot(timer.scheduleId(), slot),
        timer.shard(),
        Objects.requireNonNull(tenure.shards.fence(timer.shard())),
        slot,
        Objects.requireNonNull(timer.dueAt()),
        timer.revision(),
        entry.changes);
  }

  private void answered(long note, List<Entry> batch, List<SlotClaim> claims, Begun begun) {
    asking = false;
    retry.succeeded();
    if (!tenure.heart.trustsItself()) {
      // The note stands, and a pause that sees it leaves the slot to this node.
      tenure.notes.doubt(note, claims, tenure.nanos());
      askAgain(batch);
      return;
    }
    tenure.notes.begun(note, begun.granted().cardinality());
    for (int i = 0; i < batch.size(); i++) {
      Entry entry = batch.get(i);
      if (begun.granted().get(i)) {
        entry.changes = begun.changes().getOrDefault(entry.shard(), entry.changes);
        entry.stage = Entry.Stage.NOTED;
        noted.add(new Noted.Slot(entry, claims.get(i), note));
      } else {
        unreserve(entry.org());
        refused(entry, begun.now());
      }
    }
  }

  private void start(Noted.Slot slot, Instant now) {
    Entry entry = slot.entry();
    SlotClaim claim = slot.claim();
    unreserve(entry.org());
    entry.stage = Entry.Stage.RUNNING;
    Schedule schedule = Objects.requireNonNull(entry.schedule);
    Timer timer = entry.timer;
    Attempt attempt =
        new Attempt(
            claim.runId(),
            claim.scheduleId(),
            claim.shard(),
            Origin.SCHEDULE,
            claim.slotAt(),
            claim.dueAt(),
            timer.repeat(),
            0,
            now,
            tenure.node,
            claim.fence(),
            schedule.payload());
    tenure.flights.start(Flight.inMemory(attempt, schedule, entry, slot.note()));
  }

  private void refused(Entry entry, Instant now) {
    Instant due = Objects.requireNonNull(entry.timer.dueAt());
    if (due.isAfter(now.plus(RunStore.NOTE_AHEAD))) {
      // Our idea of the database's clock was ahead; its answer has corrected it.
      tenure.held.watch(entry);
      return;
    }
    // Paused, edited, deleted, or no longer ours: read it again.
    tenure.held.remove(entry);
    tenure.reader.refresh(entry.timer.scheduleId());
    tenure.heart.beatSoonAfterRefusal();
  }

  /** The note may stand; without an answer nothing starts, and the next note names them again. */
  private void failed(
      long note, List<Entry> batch, List<SlotClaim> claims, StoreException problem) {
    asking = false;
    retry.failed(tenure.nanos(), problem);
    tenure.notes.doubt(note, claims, tenure.nanos());
    askAgain(batch);
  }

  private void askAgain(List<Entry> batch) {
    for (Entry entry : batch.reversed()) {
      unreserve(entry.org());
      tenure.held.readyAgain(entry);
    }
  }
}
