package dev.carillon.simulator.oracle;

import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A timing as the simulator made it up: it knows how to ask production for it, and lists its slots
 * by a walk that shares no code with production.
 */
public sealed interface Rule {

  /**
   * The timing that production is given.
   *
   * @param anchor when the schedule was made, resumed or retimed; an interval counts from there
   */
  Timing timing(Instant anchor);

  /** All slots after one instant up to another. */
  NavigableSet<Instant> slots(Instant anchor, Instant after, Instant upTo);

  /** Every so often. */
  record Every(Duration interval) implements Rule {
    @Override
    public Timing timing(Instant anchor) {
      return new Interval(interval, anchor);
    }

    @Override
    public NavigableSet<Instant> slots(Instant anchor, Instant after, Instant upTo) {
      NavigableSet<Instant> slots = new TreeSet<>();
      Instant slot = anchor.plus(interval);
      if (after.isAfter(slot)) {
        // Skips what lies before; the walk from there is still one addition a slot.
        long passed = Duration.between(anchor, after).toMillis() / interval.toMillis();
        slot = anchor.plus(interval.multipliedBy(Math.max(1, passed)));
      }
      for (; !slot.isAfter(upTo); slot = slot.plus(interval)) {
        if (slot.isAfter(after)) {
          slots.add(slot);
        }
      }
      return slots;
    }
  }

  /** A single time. */
  record At(Instant moment) implements Rule {
    @Override
    public Timing timing(Instant anchor) {
      return new Once(moment);
    }

    @Override
    public NavigableSet<Instant> slots(Instant anchor, Instant after, Instant upTo) {
      NavigableSet<Instant> slots = new TreeSet<>();
      if (moment.isAfter(after) && !moment.isAfter(upTo)) {
        slots.add(moment);
      }
      return slots;
    }
  }

  /**
   * By the clock on the wall: every day at each hour, minute and second of the given ones. An empty
   * list is a wildcard.
   */
  record Wall(List<Integer> hours, List<Integer> minutes, List<Integer> seconds, ZoneId zone)
      implements Rule {

    public Wall {
      hours = List.copyOf(hours);
      minutes = List.copyOf(minutes);
      seconds = List.copyOf(seconds);
    }

    @Override
    public Timing timing(Instant anchor) {
      return Cron.parse(expression(), zone);
    }

    public String expression() {
      return field(seconds) + " " + field(minutes) + " " + field(hours) + " * * *";
    }

    private static String field(List<Integer> values) {
      return values.isEmpty()
          ? "*"
          : values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Fixed times of day fire once a day, come what may; others follow real time. */
    private boolean fixed() {
      return !hours.isEmpty() && !minutes.isEmpty();
    }

    @Override
    public NavigableSet<Instant> slots(Instant anchor, Instant after, Instant upTo) {
      NavigableSet<Instant> slots = new TreeSet<>();
      LocalDate last = upTo.atZone(zone).toLocalDate().plusDays(1);
      LocalDate day = after.atZone(zone).toLocalDate().minusDays(1);
      for (; !day.isAfter(last); day = day.plusDays(1)) {
        for (LocalTime time : timesNear(day, after, upTo)) {
          addSlots(day.atTime(time), slots);
        }
      }
      return new TreeSet<>(slots.subSet(after, false, upTo, true));
    }

    /** The times of day near the span, however the clock is changed; a day has too many to try. */
    private SortedSet<LocalTime> timesNear(LocalDate day, Instant after, Instant upTo) {
      SortedSet<LocalTime> times = new TreeSet<>();
      for (int hour : all(hours, 24)) {
        Instant about = day.atTime(hour, 0).atZone(zone).toInstant();
        boolean near =
            about.isAfter(after.minus(Duration.ofHours(4)))
                && about.isBefore(upTo.plus(Duration.ofHours(3)));
        if (near) {
          for (int minute : all(minutes, 60)) {
            for (int second : all(seconds, 60)) {
              times.add(LocalTime.of(hour, minute, second));
            }
          }
        }
      }
      return times;
    }

    private void addSlots(LocalDateTime local, NavigableSet<Instant> slots) {
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
      if (!fixed()) {
        offsets.forEach(offset -> slots.add(local.toInstant(offset)));
      } else if (offsets.isEmpty()) {
        slots.add(zone.getRules().getTransition(local).getInstant());
      } else {
        slots.add(local.toInstant(offsets.getFirst()));
      }
    }

    private static List<Integer> all(List<Integer> values, int size) {
      return values.isEmpty() ? IntStream.range(0, size).boxed().toList() : values;
    }
  }
}
