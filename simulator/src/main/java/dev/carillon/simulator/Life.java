package dev.carillon.simulator;

import dev.carillon.engine.schedule.Overlap;
import dev.carillon.simulator.oracle.Era;
import dev.carillon.simulator.oracle.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was asked for one schedule, and what the store did about it. */
final class Life {

  final UUID id;
  final int org;
  final int failPercent;
  final List<Chapter> chapters = new ArrayList<>();
  final List<UUID> requestedRuns = new ArrayList<>();

  /** The times of all rules it ever had that come once, also of those it had while paused. */
  final Set<Instant> onceAt = new HashSet<>();

  Definition definition;
  int mostRetries;

  /** Whether its runs were ever allowed to overlap. */
  boolean overlapped;

  /** Whether its slots were ever numbered, so that it may run out of them. */
  boolean numbered;

  boolean deleted;
  long deletedAt;

  /** True from a pause or a stop that was applied until the next thing that can undo it. */
  boolean halted;

  /** A stretch under one rule, and when a request ended it. */
  static final class Chapter {
    final Era era;
    final long from;
    @Nullable Instant closedAt;
    long closed;
    boolean pausedByRequest;

    Chapter(Era era, long from) {
      this.era = era;
      this.from = from;
    }
  }

  Life(UUID id, int org, Definition definition, int failPercent) {
    this.id = id;
    this.org = org;
    this.definition = definition;
    this.failPercent = failPercent;
    define(definition);
  }

  void define(Definition next) {
    definition = next;
    mostRetries = Math.max(mostRetries, next.policies().maxRetries());
    overlapped |= next.policies().overlap() == Overlap.ALLOW;
    numbered |= next.policies().totalRepeats() > 0;
    if (next.rule() instanceof Rule.At once) {
      onceAt.add(once.moment());
    }
  }

  /** From now on it is planned by its definition, counted from this moment. */
  void begin(Instant database, long at) {
    close(database, at, false);
    chapters.add(new Chapter(definition.era(database), at));
    halted = false;
  }

  void delete(Instant database, long at) {
    close(database, at, false);
    deleted = true;
    deletedAt = at;
  }

  void close(Instant database, long at, boolean byPause) {
    if (!chapters.isEmpty() && chapters.getLast().closedAt == null) {
      chapters.getLast().closedAt = database;
      chapters.getLast().closed = at;
      chapters.getLast().pausedByRequest = byPause;
    }
  }

  @Nullable Era era() {
    return chapters.isEmpty() ? null : chapters.getLast().era;
  }
}
