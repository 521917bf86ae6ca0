package dev.carillon.engine.dispatch;

import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.RunStore.Sighting;
import org.jspecify.annotations.Nullable;

/** A timer held in memory because its slot is near, and how far its slot has come. */
final class Entry {

  /** The stages of a slot; from BEGINNING to OPENING the timer is spoken for. */
  enum Stage {
    /** Its definition is being read. */
    LOADING,
    /** It waits for its moment. */
    HELD,
    /** It is due, or about to be, and waits for its turn. */
    READY,
    /** The note is being written. */
    BEGINNING,
    /** The note is written; it waits for its moment. */
    NOTED,
    /** The attempt is under way, known to memory only. */
    RUNNING,
    /** The attempt succeeded; the write is under way. */
    COMPLETING,
    /** The slot goes through the books. */
    OPENING,
    /** No longer held. */
    GONE
  }

  Timer timer;

  /**
   * Where the timer's row lies, and how often its shard had been changed, when it was last seen.
   */
  long rowPlace;

  long changes;

  @Nullable Schedule schedule;

  /** Whether its slot was overdue when it was read. */
  boolean overdue;

  /** Whether the definition was in memory before, and stays there. */
  boolean definitionKept;

  Stage stage = Stage.LOADING;

  /** The row of the agenda that names the timer, if this node knows it. */
  Names.@Nullable Row name;

  /**
   * Grows whenever the entry is put somewhere else, so that its old place is recognised as such.
   */
  int place;

  Entry(Sighting seen) {
    timer = seen.timer();
    rowPlace = seen.place();
    changes = seen.changes();
    schedule = seen.schedule();
  }

  boolean spokenFor() {
    return switch (stage) {
      case BEGINNING, NOTED, RUNNING, COMPLETING, OPENING -> true;
      case LOADING, HELD, READY, GONE -> false;
    };
  }

  int shard() {
    return timer.shard();
  }

  int org() {
    return timer.orgId();
  }
}
