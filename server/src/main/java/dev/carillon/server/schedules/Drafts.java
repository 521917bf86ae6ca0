package dev.carillon.server.schedules;

import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.schedule.CatchUp;
import dev.carillon.engine.schedule.IntervalFrom;
import dev.carillon.engine.schedule.OnMaxFailures;
import dev.carillon.engine.schedule.Overlap;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.timing.Zones;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.target.UrlRules;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns the fields of a body into a draft; whatever is not said has the default of its target. */
public final class Drafts {

  private static final int MOST = 1_000_000_000;
  private static final int LONGEST_DESCRIPTION = 10_000;

  private final Duration runTimeout;
  private final TargetFields targets;

  /**
   * @param runTimeout longest attempt of a schedule that names no timeout and whose target has none
   *     of its own
   * @param urls which receivers may be called
   */
  public Drafts(Duration runTimeout, UrlRules urls) {
    this.runTimeout = runTimeout;
    this.targets = new TargetFields(urls);
  }

  /**
   * @param owner who answers for it
   */
  ScheduleDraft read(Fields fields, Caller caller, String owner) {
    Target target = targets.read(fields, caller);
    if (!ScheduleAccess.manages(caller, owner, target)) {
      throw Problem.of(
              Code.AGENT_REFUSED,
              "the schedule is %s's, and an agent may only have it speak as itself"
                  .formatted(owner))
          .at(fields.path("target"))
          .expected("target message with agent_id " + caller.principal().name())
          .fix("Leave its target as it is, or create a schedule of your own.");
    }
    String name = fields.text("name");
    ScheduleDraft draft =
        ScheduleDraft.named(name == null ? TargetFields.nameOf(target) : name)
            .organization(caller.orgId())
            .owner(owner)
            .target(target);
    String description = fields.text("description");
    if (description != null) {
      if (description.length() > LONGEST_DESCRIPTION) {
        throw Problem.field(
            fields.path("description"),
            "must have at most %d characters".formatted(LONGEST_DESCRIPTION));
      }
      draft.description(description);
    }
    timing(fields, draft);
    policies(fields, draft, defaultsFor(target.kind()));
    String payload = payload(fields, "payload");
    if (payload != null) {
      draft.payload(payload);
    }
    return draft;
  }

  /** Workflows and graphs take long by nature, and keep their own timeout. */
  private Policies defaultsFor(TargetKind kind) {
    Policies defaults = Policies.defaultsFor(kind);
    return switch (kind) {
      case WORKFLOW, GRAPH -> defaults;
      case MESSAGE, HTTP, HANDLER -> defaults.withTimeout(runTimeout);
    };
  }

  private static void timing(Fields fields, ScheduleDraft draft) {
    List<String> given = FieldNames.TIMINGS.stream().filter(fields::given).toList();
    if (given.size() != 1) {
      throw Problem.of(
              given.isEmpty() ? Code.FIELD_MISSING : Code.FIELD_INVALID,
              given.isEmpty()
                  ? "the schedule does not say when it runs"
                  : String.join(" and ", given) + " cannot be combined")
          .at(fields.path(given.isEmpty() ? "cron" : given.getLast()))
          .expected("exactly one of cron, interval_seconds and run_at")
          .fix("Give exactly one of cron, interval_seconds and run_at.");
    }
    String timezone = fields.text("timezone");
    String zone = Zones.parse(timezone == null ? "UTC" : timezone).getId();
    String cron = fields.text("cron");
    Duration every = fields.seconds("interval_seconds");
    Instant runAt = fields.instant("run_at");
    IntervalFrom from = fields.word("interval_from", IntervalFrom.class);
    if (cron != null) {
      draft.cron(cron, zone);
    } else if (every != null) {
      draft.every(every);
    } else if (runAt != null) {
      draft.at(runAt);
    }
    if (from == IntervalFrom.COMPLETION) {
      draft.afterCompletion();
    }
    bounds(fields, draft);
  }

  private static void bounds(Fields fields, ScheduleDraft draft) {
    Instant startAt = fields.instant("start_at");
    Instant endAt = fields.instant("end_at");
    Duration jitter = fields.seconds("jitter_seconds");
    if (startAt != null) {
      draft.startAt(startAt);
    }
    if (endAt != null) {
      draft.endAt(endAt);
    }
    if (jitter != null) {
      draft.jitter(jitter);
    }
  }

  private static void policies(Fields fields, ScheduleDraft draft, Policies defaults) {
    Integer totalRepeats = fields.integer("total_repeats", 0, MOST);
    Integer maxRetries = fields.integer("max_retries", 0, MOST);
    Integer maxFailures = fields.integer("max_failures", 0, MOST);
    Integer backfillLimit = fields.integer("backfill_limit", 0, MOST);
    Duration retryDelay = fields.seconds("retry_delay_seconds");
    Duration timeout = fields.seconds("timeout_seconds");
    Duration deadline = fields.seconds("starting_deadline_seconds");
    OnMaxFailures then = fields.word("on_max_failures", OnMaxFailures.class);
    Overlap overlap = fields.word("overlap", Overlap.class);
    CatchUp catchUp = fields.word("catch_up", CatchUp.class);
    draft
        .totalRepeats(or(totalRepeats, defaults.totalRepeats()))
        .maxRetries(or(maxRetries, defaults.maxRetries()))
        .retryDelay(or(retryDelay, defaults.retryDelay()))
        .timeout(or(timeout, defaults.timeout()))
        .maxFailures(or(maxFailures, defaults.maxFailures()), or(then, defaults.onMaxFailures()))
        .overlap(or(overlap, defaults.overlap()))
        .catchUp(
            or(catchUp, defaults.catchUp()),
            or(deadline, defaults.startingDeadline()),
            or(backfillLimit, defaults.backfillLimit()));
  }

  private static <T> T or(@Nullable T given, T otherwise) {
    return given == null ? otherwise : given;
  }

  /** JSON text of at most 256 KiB, or null. */
  static @Nullable String payload(Fields fields, String name) {
    JsonNode value = fields.value(name);
    if (value == null) {
      return null;
    }
    String text = Json.text(value);
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Schedule.LARGEST_PAYLOAD_BYTES) {
      throw Problem.of(
              Code.PAYLOAD_TOO_LARGE,
              "%s must be at most %d bytes, got %d"
                  .formatted(name, Schedule.LARGEST_PAYLOAD_BYTES, bytes))
          .at(fields.path(name))
          .expected("at most 256 KiB")
          .fix("Keep large data elsewhere, and hand over where it is.");
    }
    return Fields.wellFormed(fields.path(name), text);
  }
}
