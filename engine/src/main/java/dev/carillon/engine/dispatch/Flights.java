package dev.carillon.engine.dispatch;

import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.ledger.ShortPath;
import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attempts this node carries out. */
final class Flights {

  private static final Logger log = LoggerFactory.getLogger(Flights.class);

  private final Tenure tenure;
  private final Map<UUID, Flight> byRun = new HashMap<>();
  private final OrgCounts underWayPerOrg = new OrgCounts();
  private final Alarms<Flight> promotions = new Alarms<>();
  private final Alarms<Flight> deadlines = new Alarms<>();
  private int underWay;
  private long started;

  Flights(Tenure tenure) {
    this.tenure = tenure;
  }

  int underWay() {
    return underWay;
  }

  int underWay(int org) {
    return underWayPerOrg.of(org);
  }

  boolean knows(UUID runId) {
    return byRun.containsKey(runId);
  }

  boolean isEmpty() {
    return byRun.isEmpty();
  }

  void start(Flight flight) {
    byRun.put(flight.attempt.runId(), flight);
    flight.number = started++;
    underWay++;
    underWayPerOrg.increment(flight.org());
    if (flight.stage == Flight.Stage.MEMORY) {
      promotions.add(promoteAt(flight), flight);
    } else {
      deadlines.add(nanosAt(flight.deadlineAt), flight);
    }
    tenure.stats.started(flight.attempt);
    flight.flights = this;
    tenure.effects.deliver(flight.delivery);
  }

  /** Written down when it has taken a while, when its next slot comes, or when its time is up. */
  private long promoteAt(Flight flight) {
    long at = tenure.nanos() + tenure.config.promoteAfter().toNanos();
    Instant next =
        ShortPath.followingDue(flight.schedule, Objects.requireNonNull(flight.entry).timer);
    if (next != null) {
      at = Math.min(at, nanosAt(next));
    }
    return Math.min(at, nanosAt(flight.deadlineAt));
  }

  private long nanosAt(Instant instant) {
    return tenure.time.nanosAt(DatabaseTime.micros(instant));
  }

  /** The target is done with an attempt. */
  void finished(Delivery delivery, Answer answer) {
    Flight flight = delivery.flight;
    if (flight != null && flight.flights == this && !flight.ended()) {
      end(flight, answer);
    }
  }

  private void end(Flight flight, Answer answer) {
    flight.answer = answer;
    underWay--;
    underWayPerOrg.decrement(flight.org());
    switch (flight.stage) {
      case MEMORY -> {
        if (answer instanceof Outcome.Success) {
          tenure.completer.add(flight, tenure.now());
        } else {
          write(flight, answer);
        }
      }
      case OPEN -> write(flight, answer);
      case PROMOTING -> {} // written as soon as the books know the attempt
    }
  }

  private void write(Flight flight, Answer answer) {
    switch (answer) {
      case Outcome outcome -> settle(flight, outcome);
      case Answer.TakenOver _ ->
          tenure.updates.add(
              new Command.TakeOver(flight.attempt, flight.deadlineAt),
              reply -> written(flight, reply));
    }
  }

  void settle(Flight flight, Outcome outcome) {
    tenure.updates.add(
        new Command.Settle(flight.attempt, outcome), reply -> settled(flight, outcome, reply));
  }

  private void settled(Flight flight, Outcome outcome, Reply reply) {
    if (!refused(reply)) {
      tenure.stats.settled(outcome);
      tenure.pruner.recorded();
    }
    written(flight, reply);
  }

  /** What was settled before is no refusal: an earlier write went through unheard. */
  private static boolean refused(Reply reply) {
    return reply instanceof Reply.Refused refused
        && refused.reason() != Reply.Reason.ALREADY_SETTLED;
  }

  private void written(Flight flight, Reply reply) {
    if (reply instanceof Reply.Refused refused && refused(reply)) {
      tenure.stats.oneRefused();
      log.info(
          "The end of attempt {} was refused: {}. Its result is not recorded; whoever holds the"
              + " run now decides what comes next.",
          flight.attempt.key(),
          refused.detail());
    }
    tenure.stats.ended(reply);
    landed(flight);
    letGo(flight);
    if (reply instanceof Reply.Settled settled) {
      tenure.reader.planned(flight.attempt.scheduleId(), flight.attempt.shard(), settled.nextDue());
      if (settled.runsWait()) {
        tenure.reader.openRunsSoon();
      }
    } else {
      // Whatever the books say now, this answer does not tell.
      tenure.reader.refresh(flight.attempt.scheduleId());
      tenure.reader.openRunsSoon();
    }
  }

  /** Nothing more of this attempt is to be written. */
  void landed(Flight flight) {
    byRun.remove(flight.attempt.runId(), flight);
    if (flight.note != 0 && flight.stage != Flight.Stage.OPEN) {
      tenure.notes.done(flight.note);
    }
  }

  /** The timer moved in the books: what memory holds of it is outdated. */
  private void release(Flight flight) {
    if (letGo(flight)) {
      tenure.reader.refresh(flight.attempt.scheduleId());
    }
  }

  /** True when memory held the timer. */
  private boolean letGo(Flight flight) {
    Entry entry = flight.entry;
    if (entry == null) {
      return false;
    }
    flight.entry = null;
    tenure.held.remove(entry);
    return true;
  }

  void cancel(UUID runId, String reason) {
    Flight flight = byRun.get(runId);
    if (flight != null && !flight.ended()) {
      tenure.effects.cancel(flight.delivery, reason);
    }
  }

  /** How many attempts have started here so far. */
  long started() {
    return started;
  }

  /**
   * Cancels attempts that were written down as open and are no longer among those that are.
   *
   * @param before how many had started when the books were asked: they may not know later ones,
   *     which threads of users begin at any time
   */
  void cancelOthersThan(Set<UUID> openRuns, long before) {
    for (Flight flight : byRun.values()) {
      UUID runId = flight.attempt.runId();
      if (flight.number < before
          && flight.stage == Flight.Stage.OPEN
          && !flight.ended()
          && !openRuns.contains(runId)) {
        tenure.effects.cancel(flight.delivery, "the run was ended, or deleted with its schedule");
      }
    }
  }

  /** Gives up what is still under way, because the node stops. */
  void handBackAll() {
    for (Flight flight : List.copyOf(byRun.values())) {
      if (!flight.ended()) {
        tenure.effects.cancel(flight.delivery, "the node stops");
        end(flight, new Outcome.HandedBack(flight.attempt.node()));
      }
    }
  }

  /** The node is dead to the others: whatever still runs here counts for nothing. */
  void abandonAll() {
    for (Flight flight : List.copyOf(byRun.values())) {
      if (!flight.ended()) {
        tenure.effects.cancel(flight.delivery, "the node lost its lease");
      }
    }
    byRun.values().forEach(flight -> flight.flights = null);
    byRun.clear();
    underWay = 0;
  }

  long turn(long nanos) {
    Flight flight = next(promotions, nanos);
    while (flight != null) {
      promotions.removeFirst();
      promote(flight);
      flight = next(promotions, nanos);
    }
    flight = next(deadlines, nanos);
    while (flight != null) {
      deadlines.removeFirst();
      overdue(flight, nanos);
      flight = next(deadlines, nanos);
    }
    return Math.min(promotions.firstAt(), deadlines.firstAt());
  }

  /** The first flight whose moment has come and that is still under way, or null. */
  private static @Nullable Flight next(Alarms<Flight> alarms, long nanos) {
    Flight flight = alarms.first();
    while (flight != null && flight.ended()) {
      alarms.removeFirst();
      flight = alarms.first();
    }
    return alarms.firstAt() <= nanos ? flight : null;
  }

  private void promote(Flight flight) {
    flight.stage = Flight.Stage.PROMOTING;
    deadlines.add(nanosAt(flight.deadlineAt), flight);
    tenure.updates.add(
        new Command.Promote(flight.attempt, flight.deadlineAt), reply -> promoted(flight, reply));
  }

  private void promoted(Flight flight, Reply reply) {
    if (reply instanceof Reply.Refused refused) {
      refusedToPromote(flight, refused);
      return;
    }
    tenure.notes.done(flight.note);
    flight.stage = Flight.Stage.OPEN;
    release(flight);
    Answer answer = flight.answer;
    if (answer != null) {
      write(flight, answer);
    }
  }

  private void refusedToPromote(Flight flight, Reply.Refused refused) {
    tenure.stats.oneRefused();
    log.warn(
        "Attempt {} may not go on: {}. It is cancelled here, and its result will not be recorded.",
        flight.attempt.key(),
        refused.detail());
    if (!flight.ended()) {
      flight.answer = new Outcome.Cancelled(refused.detail());
      underWay--;
      underWayPerOrg.decrement(flight.org());
      tenure.effects.cancel(flight.delivery, refused.detail());
    }
    landed(flight);
    release(flight);
  }

  private void overdue(Flight flight, long nanos) {
    long deadline = nanosAt(flight.deadlineAt);
    if (nanos < deadline) {
      // The database's clock was set back; the deadline is its to say.
      deadlines.add(deadline, flight);
      return;
    }
    Duration limit = flight.schedule.policies().timeout();
    tenure.effects.cancel(flight.delivery, "the attempt ran into its timeout");
    end(flight, new Outcome.Timeout(limit));
  }
}
