package dev.carillon.engine.timing;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Slots by the calendar and the clock on the wall of one zone: five fields, or six with seconds
 * first. docs/time.md has the dialect and what happens where the clock is changed.
 */
public final class Cron implements Timing {

  private final String expression;
  private final ZoneId zone;
  private final CronWalk walk;

  private Cron(String expression, ZoneId zone, CronWalk walk) {
    this.expression = expression;
    this.zone = zone;
    this.walk = walk;
  }

  /**
   * Parses an expression.
   *
   * @throws TimingException where it is malformed or can never fire, naming the column and the cure
   */
  public static Cron parse(String expression, ZoneId zone) {
    var rule = CronParser.parse(expression);
    return new Cron(expression, zone, new CronWalk(rule, ZoneTimeline.of(zone)));
  }

  /** The expression as it was given. */
  public String expression() {
    return expression;
  }

  public ZoneId zone() {
    return zone;
  }

  CronWalk walk() {
    return walk;
  }

  @Override
  public @Nullable Instant next(Instant after) {
    return instant(walk.after(after.getEpochSecond()));
  }

  @Override
  public @Nullable Instant atOrBefore(Instant at) {
    return instant(walk.atOrBefore(at.getEpochSecond()));
  }

  @Override
  public long count(Instant after, Instant upTo, long cap) {
    long slots = 0;
    long last = upTo.getEpochSecond();
    long slot = slots < cap ? walk.after(after.getEpochSecond()) : CronWalk.NONE;
    while (slot != CronWalk.NONE && slot <= last && slots < cap) {
      slots++;
      slot = walk.after(slot);
    }
    return slots;
  }

  @Override
  public String describe() {
    return CronDescriber.describe(walk.rule(), zone);
  }

  /** Slots are whole seconds, so asking with the second an instant lies in loses nothing. */
  private static @Nullable Instant instant(long second) {
    return second == CronWalk.NONE ? null : Instant.ofEpochSecond(second);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron cron
        && expression.equals(cron.expression)
        && zone.equals(cron.zone);
  }

  @Override
  public int hashCode() {
    return Objects.hash(expression, zone);
  }

  @Override
  public String toString() {
    return "Cron[" + expression + ", " + zone + "]";
  }
}
