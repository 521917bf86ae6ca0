package dev.carillon.simulator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One line for each event, and a hash of them all: equal worlds have equal hashes. */
final class Trace {

  private static final long PRIME = 0x100000001B3L;

  private final EventQueue events;
  private final List<Line> lines = new ArrayList<>();
  private final boolean print;
  private long hash = 0xCBF29CE484222325L;

  /** What happened when, and to which schedule if it concerns one. */
  record Line(long at, @Nullable UUID scheduleId, String text) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%12.6f  %s", at / 1e9, text);
    }
  }

  Trace(EventQueue events, boolean print) {
    this.events = events;
    this.print = print;
  }

  void line(String text) {
    line(null, text);
  }

  void line(@Nullable UUID scheduleId, String text) {
    Line line = new Line(events.now(), scheduleId, text);
    lines.add(line);
    mix(line.at());
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    if (print) {
      System.out.println(line);
    }
  }

  private void mix(long value) {
    hash = (hash ^ value) * PRIME;
    hash ^= hash >>> 29;
  }

  long hash() {
    return hash;
  }

  List<Line> lines() {
    return Collections.unmodifiableList(lines);
  }
}
