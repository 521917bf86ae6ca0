package dev.carillon.simulator.oracle;

import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
   * By the clock on the wall: every day at each hour, minute and second of the given ones. No hours
   * or no minutes means all of them.
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
      Instant minute = after.truncatedTo(ChronoUnit.MINUTES);
      for (; !minute.isAfter(upTo); minute = minute.plusSeconds(60)) {
        if (fixed() && skipsOne(minute)) {
          slots.add(minute);
        }
        ZonedDateTime local = minute.atZone(zone);
        boolean again = !local.equals(local.withEarlierOffsetAtOverlap());
        if (matches(local.toLocalDateTime()) && !(fixed() && again)) {
          for (int second : seconds) {
            slots.add(minute.plusSeconds(second));
          }
        }
      }
      return new TreeSet<>(slots.subSet(after, false, upTo, true));
    }

    private boolean matches(LocalDateTime local) {
      return (hours.isEmpty() || hours.contains(local.getHour()))
          && (minutes.isEmpty() || minutes.contains(local.getMinute()));
    }

    /** Whether the clock on the wall is put forward at this instant, past a time that matches. */
    public boolean skipsOne(Instant instant) {
      ZoneOffsetTransition change = zone.getRules().nextTransition(instant.minusNanos(1));
      if (change == null || !change.isGap() || !change.getInstant().equals(instant)) {
        return false;
      }
      LocalDateTime local = change.getDateTimeBefore();
      for (; local.isBefore(change.getDateTimeAfter()); local = local.plusMinutes(1)) {
        if (matches(local)) {
          return true;
        }
      }
      return false;
    }

    /** Whether the clock on the wall shows this time twice that day. */
    public boolean comesTwice(Instant instant) {
      return zone.getRules().getValidOffsets(instant.atZone(zone).toLocalDateTime()).size() > 1;
    }
  }
}
