package dev.carillon.engine.dispatch;

import dev.carillon.engine.run.Answer;
import dev.carillon.engine.run.Attempt;
import dev.carillon.engine.schedule.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An attempt that this node carries out, until its end stands in the books. */
final class Flight {

  /** Who knows of the attempt. */
  enum Stage {
    /** Memory, and the note. */
    MEMORY,
    /** It is being written down as open. */
    PROMOTING,
    /** The books. */
    OPEN
  }

  final Attempt attempt;
  final Schedule schedule;
  final Instant deadlineAt;

  /** The order to carry it out. */
  final Delivery delivery;

  /** The note that names the attempt, while the books do not. */
  final long note;

  /** The timer it was begun from, while the books do not know of it. */
  @Nullable Entry entry;

  Stage stage;

  /** Who waits for its end: those of the tenure it was started in, until they give it up. */
  @Nullable Flights flights;

  /** How many had started here before it. */
  long number;

  /** What its target said, once it has. */
  @Nullable Answer answer;

  private Flight(
      Attempt attempt,
      Schedule schedule,
      Instant deadlineAt,
      Stage stage,
      @Nullable Entry entry,
      long note) {
    this.attempt = attempt;
    this.schedule = schedule;
    this.deadlineAt = deadlineAt;
    this.delivery = new Delivery(attempt, schedule, deadlineAt, this);
    this.stage = stage;
    this.entry = entry;
    this.note = note;
  }

  static Flight inMemory(Attempt attempt, Schedule schedule, Entry entry, long note) {
    return new Flight(
        attempt,
        schedule,
        attempt.startedAt().plus(schedule.policies().timeout()),
        Stage.MEMORY,
        entry,
        note);
  }

  static Flight open(Attempt attempt, Schedule schedule, Instant deadlineAt) {
    return new Flight(attempt, schedule, deadlineAt, Stage.OPEN, null, 0);
  }

  boolean ended() {
    return answer != null;
  }

  int org() {
    return schedule.orgId();
  }
}
