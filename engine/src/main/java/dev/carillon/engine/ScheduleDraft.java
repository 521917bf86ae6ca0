package dev.carillon.engine;

import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.engine.timing.Window;
import dev.carillon.engine.timing.Zones;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A schedule in the making: {@code ScheduleDraft.named("report").cron("0 9 * * 1-5",
 * "Europe/Berlin").handler("report")}.
 *
 * <p>What is not said has the default of its target's kind. Not thread-safe.
 */
public final class ScheduleDraft {

  private final String name;
  private String description = "";
  private @Nullable Timing timing;
  private @Nullable Duration every;
  private IntervalFrom intervalFrom = IntervalFrom.SLOT;
  private @Nullable Instant startAt;
  private @Nullable Instant endAt;
  private Duration jitter = Duration.ZERO;
  private @Nullable Target target;
  private @Nullable String payload;
  private UnaryOperator<Policies> policies = UnaryOperator.identity();
  private String owner = "user:engine";
  private int orgId = 1;
  private @Nullable String paused;

  private ScheduleDraft(String name) {
    this.name = name;
  }

  public static ScheduleDraft named(String name) {
    return new ScheduleDraft(name);
  }

  public ScheduleDraft description(String text) {
    description = text;
    return this;
  }

  /** In UTC. */
  public ScheduleDraft cron(String expression) {
    return cron(expression, "UTC");
  }

  public ScheduleDraft cron(String expression, String timezone) {
    return timing(Cron.parse(expression, Zones.parse(timezone)));
  }

  /** First after one interval, then again and again without drift. */
  public ScheduleDraft every(Duration interval) {
    onlyOneTiming();
    every = interval;
    return this;
  }

  /** Counts the interval from the end of a run instead of from its slot. */
  public ScheduleDraft afterCompletion() {
    intervalFrom = IntervalFrom.COMPLETION;
    return this;
  }

  public ScheduleDraft at(Instant moment) {
    return timing(new Once(moment));
  }

  private ScheduleDraft timing(Timing rule) {
    onlyOneTiming();
    timing = rule;
    return this;
  }

  private void onlyOneTiming() {
    if (timing != null || every != null) {
      throw new InvalidSchedule(
          "timing", "must be exactly one of cron, interval_seconds and run_at; two were given");
    }
  }

  public ScheduleDraft startAt(Instant first) {
    startAt = first;
    return this;
  }

  public ScheduleDraft endAt(Instant last) {
    endAt = last;
    return this;
  }

  public ScheduleDraft jitter(Duration most) {
    jitter = most;
    return this;
  }

  public ScheduleDraft handler(String handlerName) {
    return target(new Target.Handler(handlerName));
  }

  public ScheduleDraft target(Target what) {
    target = what;
    return this;
  }

  /** JSON text. */
  public ScheduleDraft payload(String json) {
    payload = json;
    return this;
  }

  public ScheduleDraft totalRepeats(int count) {
    return policies(with -> with.withTotalRepeats(count));
  }

  public ScheduleDraft maxRetries(int count) {
    return policies(with -> with.withMaxRetries(count));
  }

  public ScheduleDraft retryDelay(Duration delay) {
    return policies(with -> with.withRetryDelay(delay));
  }

  public ScheduleDraft timeout(Duration longest) {
    return policies(with -> with.withTimeout(longest));
  }

  public ScheduleDraft maxFailures(int count, OnMaxFailures then) {
    return policies(with -> with.withMaxFailures(count, then));
  }

  public ScheduleDraft overlap(Overlap policy) {
    return policies(with -> with.withOverlap(policy));
  }

  public ScheduleDraft catchUp(CatchUp policy, Duration startingDeadline, int backfillLimit) {
    return policies(with -> with.withCatchUp(policy, startingDeadline, backfillLimit));
  }

  private ScheduleDraft policies(UnaryOperator<Policies> change) {
    UnaryOperator<Policies> before = policies;
    policies = defaults -> change.apply(before.apply(defaults));
    return this;
  }

  public ScheduleDraft owner(String principal) {
    owner = principal;
    return this;
  }

  public ScheduleDraft organization(int id) {
    orgId = id;
    return this;
  }

  /** Created so, it waits until somebody resumes it. */
  public ScheduleDraft paused(String reason) {
    paused = reason;
    return this;
  }

  /** The definition this draft stands for, as of now. */
  public Schedule toSchedule(UUID id, Instant now) {
    Target what = target;
    if (what == null) {
      throw new InvalidSchedule(
          "target", "is missing: say what a run does, for example handler(\"name\")");
    }
    return new Schedule(
        id,
        orgId,
        name,
        description,
        new Slots(timingAsOf(now), intervalFrom, new Window(startAt, endAt), jitter),
        what,
        payload,
        policies.apply(Policies.defaultsFor(what.kind())),
        owner,
        paused == null ? Status.ACTIVE : Status.PAUSED,
        paused,
        1,
        now,
        now);
  }

  private Timing timingAsOf(Instant now) {
    Timing rule = timing;
    if (every != null) {
      rule = new Interval(every, now.truncatedTo(ChronoUnit.MILLIS));
    }
    if (rule == null) {
      throw new InvalidSchedule(
          "timing", "is missing: give exactly one of cron, interval_seconds and run_at");
    }
    return rule;
  }
}
