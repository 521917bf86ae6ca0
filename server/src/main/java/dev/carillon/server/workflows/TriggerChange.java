package dev.carillon.server.workflows;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import dev.carillon.engine.timing.Once;
import dev.carillon.engine.timing.Timing;
import dev.carillon.server.web.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What differs between a trigger as it was saved before and as it is saved now. Only that is
 * changed in its schedule; all else there is as people left it, what no trigger speaks of included.
 *
 * @param title whether the workflow or the trigger is called otherwise
 */
record TriggerChange(
    boolean timing, boolean description, boolean payload, boolean title, String titleBefore) {

  /**
   * @param before null when there was none, so that everything is new
   */
  static TriggerChange of(
      @Nullable Trigger before, String titleBefore, Trigger after, String titleAfter) {
    if (before == null) {
      return new TriggerChange(true, true, true, true, titleBefore);
    }
    JsonNode was = before.json().path("settings");
    JsonNode is = after.json().path("settings");
    boolean timing =
        !same(was.path("cronExpression"), is.path("cronExpression"))
            || !same(was.path("intervalSeconds"), is.path("intervalSeconds"))
            || !text(was, "timezone", "UTC").equals(text(is, "timezone", "UTC"));
    boolean description = !text(was, "description", "").equals(text(is, "description", ""));
    return new TriggerChange(
        timing,
        description,
        !same(was.path("payload"), is.path("payload")),
        !titleBefore.equals(titleAfter),
        titleBefore);
  }

  private static String text(JsonNode settings, String name, String otherwise) {
    JsonNode value = settings.path(name);
    return value.isString() ? value.stringValue() : otherwise;
  }

  /** Null and nothing are the same to a trigger, and so are 60 and 60.0. */
  private static boolean same(JsonNode one, JsonNode other) {
    boolean nothing = one.isMissingNode() || one.isNull();
    if (nothing || other.isMissingNode() || other.isNull()) {
      return nothing && (other.isMissingNode() || other.isNull());
    }
    boolean numbers = one.isNumber() && other.isNumber();
    return numbers ? one.decimalValue().compareTo(other.decimalValue()) == 0 : one.equals(other);
  }

  /**
   * The schedule with the change made to it.
   *
   * @param wanted what the trigger would make of no schedule
   */
  ScheduleDraft applied(Schedule is, Schedule wanted) {
    // Who gave the schedule another name than its workflow's keeps it.
    boolean renamed = title && is.name().equals(titleBefore);
    ScheduleDraft draft =
        ScheduleDraft.named(renamed ? wanted.name() : is.name())
            .description(description ? wanted.description() : is.description())
            .target(is.target())
            .organization(is.orgId())
            .owner(is.owner());
    when(draft, is.slots(), timing ? wanted.slots().timing() : is.slots().timing());
    policies(draft, is.policies());
    String content = payload ? wanted.payload() : is.payload();
    return content == null ? draft : draft.payload(content);
  }

  private static void when(ScheduleDraft draft, Slots slots, Timing timing) {
    switch (timing) {
      case Cron cron -> draft.cron(cron.expression(), cron.zone().getId());
      case Once once -> draft.at(once.at());
      case Interval interval -> {
        draft.every(interval.every());
        if (slots.intervalFrom() == IntervalFrom.COMPLETION) {
          draft.afterCompletion();
        }
      }
    }
    Instant startAt = slots.window().startAt();
    Instant endAt = slots.window().endAt();
    if (startAt != null) {
      draft.startAt(startAt);
    }
    if (endAt != null) {
      draft.endAt(endAt);
    }
    draft.jitter(slots.jitter());
  }

  private static void policies(ScheduleDraft draft, Policies kept) {
    draft
        .totalRepeats(kept.totalRepeats())
        .maxRetries(kept.maxRetries())
        .retryDelay(kept.retryDelay())
        .timeout(kept.timeout())
        .maxFailures(kept.maxFailures(), kept.onMaxFailures())
        .overlap(kept.overlap())
        .catchUp(kept.catchUp(), kept.startingDeadline(), kept.backfillLimit());
  }

  /** Whether an edit would change nothing; the beginning of an interval is no part of it. */
  static boolean same(Schedule one, Schedule other) {
    return one.name().equals(other.name())
        && one.description().equals(other.description())
        && one.slots().anchoredAt(Instant.EPOCH).equals(other.slots().anchoredAt(Instant.EPOCH))
        && samePayload(one.payload(), other.payload());
  }

  private static boolean samePayload(@Nullable String one, @Nullable String other) {
    if (one == null || other == null) {
      return one == null && other == null;
    }
    return Json.stored(one).equals(Json.stored(other));
  }
}
