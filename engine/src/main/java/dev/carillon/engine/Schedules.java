package dev.carillon.engine;

import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.dispatch.StartsHere;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RequestStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What people and their programs do with schedules. Safe for use by many threads. */
public final class Schedules {

  /** Most slots that one backfill may ask for. */
  public static final int LARGEST_BACKFILL = 10_000;

  private final RequestStore store;
  private final Ids ids;
  private final StartsHere here;
  private final Consumer<Reply> told;

  public Schedules(RequestStore store, Ids ids) {
    this(store, ids, StartsHere.NEVER, _ -> {});
  }

  /**
   * @param told hears what requests came to
   */
  Schedules(RequestStore store, Ids ids, StartsHere here, Consumer<Reply> told) {
    this.store = store;
    this.ids = ids;
    this.here = here;
    this.told = told;
  }

  /** Adds a schedule. */
  public Schedule create(ScheduleDraft draft) {
    return createAll(List.of(draft)).getFirst();
  }

  /**
   * Adds a schedule under an id of the caller's choice, so that asking again after a lost answer
   * adds no second one: an id that exists is refused as the field {@code id}.
   *
   * @return the schedule and its timer, as they were stored
   */
  public Entry create(UUID id, ScheduleDraft draft) {
    Instant now = store.now();
    Entry entry = entry(draft.toSchedule(id, now), now);
    store.create(List.of(entry));
    return entry;
  }

  /** Adds schedules, all or none, in one transaction. */
  public List<Schedule> createAll(List<ScheduleDraft> drafts) {
    Instant now = store.now();
    List<Entry> entries = new ArrayList<>(drafts.size());
    for (ScheduleDraft draft : drafts) {
      entries.add(entry(draft.toSchedule(ids.next(), now), now));
    }
    store.create(entries);
    return entries.stream().map(Entry::schedule).toList();
  }

  static Entry entry(Schedule schedule, Instant now) {
    Instant first = schedule.slots().firstAfter(now);
    return new Entry(schedule, Timer.fresh(schedule, schedule.active() ? first : null));
  }

  /**
   * Makes sure that a schedule of this name is as the draft says: creates it when it is missing,
   * and edits it when its definition differs. Meant for schedules defined in code: every process
   * may call it at every start. Its counters and its status are kept.
   */
  public Schedule define(ScheduleDraft draft) {
    Instant now = store.now();
    Schedule wanted = draft.toSchedule(new UUID(0, 0), now);
    UUID id =
        UUID.nameUUIDFromBytes(
            ("carillon:" + wanted.orgId() + ":" + wanted.name()).getBytes(StandardCharsets.UTF_8));
    wanted = draft.toSchedule(id, now);
    Entry existing = store.schedule(wanted.orgId(), id);
    if (existing == null) {
      try {
        store.create(List.of(entry(wanted, now)));
        return wanted;
      } catch (InvalidSchedule invalid) {
        throw invalid;
      } catch (RuntimeException e) {
        // Another process may have defined it a moment before.
        existing = store.schedule(wanted.orgId(), id);
        if (existing == null) {
          throw e;
        }
      }
    }
    if (sameDefinition(existing.schedule(), wanted)) {
      return existing.schedule();
    }
    ask(new Command.Edit(id, wanted, null));
    return find(wanted.orgId(), id).schedule();
  }

  private static boolean sameDefinition(Schedule one, Schedule other) {
    return one.description().equals(other.description())
        && one.slots().anchoredAt(Instant.EPOCH).equals(other.slots().anchoredAt(Instant.EPOCH))
        && one.target().equals(other.target())
        && java.util.Objects.equals(one.payload(), other.payload())
        && one.policies().equals(other.policies())
        && one.owner().equals(other.owner());
  }

  public Entry find(int orgId, UUID scheduleId) {
    Entry entry = store.schedule(orgId, scheduleId);
    if (entry == null) {
      throw new Refused(Reply.Reason.NO_SCHEDULE, "there is no schedule " + scheduleId);
    }
    return entry;
  }

  public Entry find(UUID scheduleId) {
    return find(1, scheduleId);
  }

  public List<Entry> list(int orgId, @Nullable Status status, @Nullable UUID after, int limit) {
    return store.schedules(orgId, status, after, limit);
  }

  public void pause(UUID scheduleId, String reason) {
    ask(new Command.Pause(scheduleId, reason));
  }

  public void resume(UUID scheduleId) {
    ask(new Command.Resume(scheduleId));
  }

  public void stop(UUID scheduleId, String reason) {
    ask(new Command.Stop(scheduleId, reason));
  }

  public void revive(UUID scheduleId) {
    ask(new Command.Revive(scheduleId));
  }

  /**
   * Replaces the definition; counters and status are kept. Another timing must have a slot after
   * now, as that of a new schedule must, unless the schedule has ended.
   *
   * @param expectedVersion the version the editor saw, or null to overwrite any
   */
  public void edit(UUID scheduleId, ScheduleDraft draft, @Nullable Long expectedVersion) {
    ask(new Command.Edit(scheduleId, draft.toSchedule(scheduleId, store.now()), expectedVersion));
  }

  /**
   * Refuses what {@link #make} would refuse as things are now, and changes nothing.
   *
   * @throws RefusedChange for the first change that cannot be made
   */
  public void check(List<Change> changes) {
    Plan.of(changes, ids, store.now());
  }

  /**
   * Makes changes, all or none, in one transaction.
   *
   * @return the schedules that were created, in the order of the changes
   * @throws RefusedChange for one that cannot be made; then none was
   */
  public List<Schedule> make(List<Change> changes) {
    Plan plan = Plan.of(changes, ids, store.now());
    plan.refuse(store.change(plan.created(), plan.commands()));
    return plan.created().stream().map(Entry::schedule).toList();
  }

  /** Runs it now, whatever its status and timing; returns the run's id. */
  public UUID trigger(UUID scheduleId, @Nullable String payload) {
    UUID runId = ids.next();
    trigger(1, scheduleId, runId, payload);
    return runId;
  }

  /** The same under a run id of the caller's choice; asking twice runs once. */
  public void trigger(int orgId, UUID scheduleId, UUID runId, @Nullable String payload) {
    Command trigger = new Command.Trigger(scheduleId, runId, payload);
    Command.Start start = here.reserve(orgId, scheduleId, runId);
    if (start == null) {
      ask(trigger);
      return;
    }
    Reply started = null;
    try {
      List<Reply> replies = store.update(List.of(trigger, start));
      started = replies.getLast();
      orRefuse(replies.getFirst());
    } finally {
      here.started(orgId, start, started);
    }
  }

  /**
   * What a backfill comes to.
   *
   * @param runs how many runs were added, or would be
   * @param leftOut how many slots of the window are answered already: by a run, also one that was
   *     cancelled, or by a record that they were skipped; or are the schedule's own to run yet
   */
  public record Backfilled(int runs, int leftOut) {}

  /**
   * Runs the slots after {@code from}, up to and with {@code to}, that have no run yet. The window
   * must have passed, and have slots.
   *
   * @param dryRun only says what that would come to
   */
  public Backfilled backfill(int orgId, UUID scheduleId, Instant from, Instant to, boolean dryRun) {
    Instant now = store.now();
    Schedule schedule = find(orgId, scheduleId).schedule();
    if (to.isAfter(now)) {
      throw new InvalidSchedule(
          "to", "lies after now (" + now + "); the schedule runs its coming slots by itself");
    }
    List<Instant> slots = slots(schedule, from, to);
    int runs =
        ask(new Command.Backfill(scheduleId, slots, dryRun)) instanceof Reply.Added added
            ? added.runs()
            : 0;
    return new Backfilled(runs, slots.size() - runs);
  }

  private static List<Instant> slots(Schedule schedule, Instant from, Instant to) {
    List<Instant> slots = new ArrayList<>();
    Instant slot = schedule.slots().next(from);
    while (slot != null && !slot.isAfter(to)) {
      slots.add(slot);
      if (slots.size() > LARGEST_BACKFILL) {
        throw new InvalidSchedule(
            "to",
            "makes a window of more than %d slots; backfill it in smaller windows"
                .formatted(LARGEST_BACKFILL));
      }
      slot = schedule.slots().next(slot);
    }
    if (slots.isEmpty()) {
      throw new InvalidSchedule(
          "from",
          "and to have no slot between them: the first one after from %s"
              .formatted(slot == null ? "does not come" : "is at " + slot));
    }
    return slots;
  }

  public void cancel(UUID scheduleId, UUID runId, String reason) {
    ask(new Command.Cancel(scheduleId, runId, reason));
  }

  /**
   * The receiver that took an attempt over says how it ended.
   *
   * @param retry the attempt it speaks of, or null for the one under way
   */
  public void report(UUID scheduleId, UUID runId, @Nullable Integer retry, Outcome outcome) {
    ask(new Command.Report(scheduleId, runId, retry, outcome));
  }

  /**
   * The receiver that took an attempt over is still at work.
   *
   * @param longer how much time it asks for, or null for the schedule's timeout
   */
  public void heartbeat(
      UUID scheduleId, UUID runId, @Nullable Integer retry, @Nullable Duration longer) {
    ask(new Command.Beat(scheduleId, runId, retry, longer));
  }

  /** Removes the schedule and its history. */
  public void delete(int orgId, UUID scheduleId) {
    delete(orgId, scheduleId, null);
  }

  /**
   * The same.
   *
   * @param version only if this is its version; null removes whatever is there
   */
  public void delete(int orgId, UUID scheduleId, @Nullable Long version) {
    switch (store.delete(orgId, scheduleId, version)) {
      case DELETED -> {}
      case NO_SCHEDULE ->
          throw new Refused(Reply.Reason.NO_SCHEDULE, "there is no schedule " + scheduleId);
      case STALE_VERSION ->
          throw new Refused(
              Reply.Reason.STALE_VERSION,
              "the schedule no longer has version %d, to which the deletion was made"
                  .formatted(version));
    }
  }

  public void delete(UUID scheduleId) {
    delete(1, scheduleId);
  }

  /** The newest runs that ended, and skipped slots, newest first. */
  public List<RunRecord> history(UUID scheduleId, int limit) {
    return store.history(1, scheduleId, null, limit);
  }

  /** The same of another organization, going on before a given run. */
  public List<RunRecord> history(int orgId, UUID scheduleId, @Nullable UUID before, int limit) {
    return store.history(orgId, scheduleId, before, limit);
  }

  public List<OpenRun> openRuns(int orgId, UUID scheduleId) {
    return store.openRuns(orgId, scheduleId);
  }

  /** One run that is open, or null. */
  public @Nullable OpenRun openRun(int orgId, UUID runId) {
    return store.openRun(orgId, runId);
  }

  /** One run that has ended, or null. */
  public @Nullable RunRecord settledRun(int orgId, UUID runId) {
    return store.settledRun(orgId, runId);
  }

  public Instant now() {
    return store.now();
  }

  public List<OpenRun> openRuns(UUID scheduleId) {
    return store.openRuns(1, scheduleId);
  }

  private Reply ask(Command command) {
    Reply reply = store.update(List.of(command)).getFirst();
    told.accept(reply);
    return orRefuse(reply);
  }

  static Reply orRefuse(Reply reply) {
    if (reply instanceof Reply.Refused refused) {
      InvalidSchedule invalid = refused.invalid();
      throw invalid == null ? new Refused(refused.reason(), refused.detail()) : invalid;
    }
    return reply;
  }
}
