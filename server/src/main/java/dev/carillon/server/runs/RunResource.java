package dev.carillon.server.runs;

import dev.carillon.engine.Schedules;
import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.Origin;
import dev.carillon.engine.run.Outcome;
import dev.carillon.engine.run.RunError;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.run.RunState;
import dev.carillon.engine.run.RunStatus;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.RunFilter;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Refusals;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Runs: listed, shown, cancelled, and reported by the receiver that accepted one. */
public final class RunResource {

  private static final String PATH = "/api/v1/runs";
  private static final String ONE = PATH + "/{id}";

  private static final int LONGEST_REASON = 500;
  private static final int LONGEST_CODE = 100;
  private static final int LONGEST_MESSAGE = 2_000;
  private static final Duration LONGEST_WAIT = Duration.ofDays(366);

  /**
   * A receiver may report before its own answer, the 202, has been written down: for so long a run
   * that is not there yet is waited for, 0.3 s.
   */
  private static final int LOOKS = 12;

  /** And so long one whose attempt is under way, on a server or a database that is busy: 4.5 s. */
  private static final int LOOKS_WHILE_RUNNING = 60;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(25);

  private enum Include {
    SCHEDULE_NAME
  }

  private final ScheduleAccess access;
  private final RunPages pages;
  private final RunMessages messages;

  public RunResource(ScheduleAccess access, RunPages pages, RunMessages messages) {
    this.access = access;
    this.pages = pages;
    this.messages = messages;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Scope.READ, this::list).forAgents(),
        Route.get("/api/v1/schedules/{id}/runs", Scope.READ, this::ofSchedule).forAgents(),
        Route.get(ONE, Scope.READ, this::show).forAgents(),
        Route.post(ONE + "/cancel", Scope.RUN, this::cancel).forAgents(),
        Route.post(ONE + "/complete", Scope.RUN, this::complete).forAgents(),
        Route.post(ONE + "/fail", Scope.RUN, this::fail).forAgents(),
        Route.post(ONE + "/heartbeat", Scope.RUN, this::heartbeat).forAgents());
  }

  private Answer list(Request request) {
    Query query =
        request.query(
            "status", "schedule_id", "origin", "from", "to", "include", "limit", "cursor");
    RunFilter filter = filter(query, query.uuid("schedule_id"));
    Page page = RunPages.page(query, filter);
    boolean named = query.words("include", Include.class).contains(Include.SCHEDULE_NAME);
    return pages.answer(request.caller(), filter, page, named);
  }

  private Answer ofSchedule(Request request) {
    Query query = request.query("status", "origin", "from", "to", "limit", "cursor");
    RunFilter filter = filter(query, access.entry(request).schedule().id());
    return pages.answer(request.caller(), filter, RunPages.page(query, filter), false);
  }

  private static RunFilter filter(Query query, @Nullable UUID scheduleId) {
    return new RunFilter(
        scheduleId,
        query.word("status", RunStatus.class),
        query.word("origin", Origin.class),
        query.instant("from"),
        query.instant("to"));
  }

  private Answer show(Request request) {
    UUID runId = request.id("id", Code.RUN_NOT_FOUND);
    owned(request, scheduleOf(request, runId));
    return answer(request, runId);
  }

  private Answer answer(Request request, UUID runId) {
    ObjectNode run = RunJson.find(access.of(request.caller()), request.orgId(), runId);
    messages.fill(request.orgId(), List.of(run));
    return Answer.ok(run);
  }

  private @Nullable UUID scheduleOf(Request request, UUID runId) {
    Schedules schedules = access.of(request.caller());
    OpenRun open = schedules.openRun(request.orgId(), runId);
    if (open != null) {
      return open.scheduleId();
    }
    RunRecord settled = schedules.settledRun(request.orgId(), runId);
    return settled == null ? null : settled.scheduleId();
  }

  /** The schedule of a run that the caller may touch. */
  private UUID owned(Request request, @Nullable UUID scheduleId) {
    Caller caller = request.caller();
    boolean agentOfAnother =
        scheduleId != null
            && caller.agent()
            && !ScheduleAccess.manages(
                caller, access.of(caller).find(caller.orgId(), scheduleId).schedule());
    if (scheduleId == null || agentOfAnother) {
      throw Problem.of(Code.RUN_NOT_FOUND, "there is no such run");
    }
    return scheduleId;
  }

  private Answer cancel(Request request) {
    String given = request.optionalFields().only("reason").text("reason");
    if (given != null && given.length() > LONGEST_REASON) {
      throw Problem.field("$.reason", "must have at most %d characters".formatted(LONGEST_REASON));
    }
    String who = request.caller().principal().toString();
    UUID runId = request.id("id", Code.RUN_NOT_FOUND);
    UUID scheduleId = owned(request, scheduleOf(request, runId));
    String reason = given == null || given.isBlank() ? "cancelled by " + who : who + ": " + given;
    access.of(request.caller()).cancel(scheduleId, runId, reason);
    return answer(request, runId);
  }

  private Answer complete(Request request) {
    Fields fields = request.optionalFields().only("attempt");
    return report(request, fields, Outcome.Success.INSTANCE);
  }

  private Answer fail(Request request) {
    Fields fields =
        request.optionalFields().only("attempt", "code", "message", "retry_after_seconds");
    String code = fields.text("code");
    String message = fields.text("message");
    if (code != null && (code.isBlank() || code.length() > LONGEST_CODE || code.contains(": "))) {
      throw Problem.field("$.code", "must be a word of at most %d characters".formatted(100));
    }
    if (message != null && message.length() > LONGEST_MESSAGE) {
      throw Problem.field(
          "$.message", "must have at most %d characters".formatted(LONGEST_MESSAGE));
    }
    RunError error =
        new RunError(
            code == null ? "failed" : code,
            message == null ? "the receiver reported a failure" : message);
    return report(request, fields, new Outcome.Failure(error, wait(fields, "retry_after_seconds")));
  }

  private static @Nullable Duration wait(Fields fields, String name) {
    Duration wait = fields.seconds(name);
    if (wait != null && (wait.isNegative() || wait.compareTo(LONGEST_WAIT) > 0)) {
      throw Problem.field(
          fields.path(name), "must be from 0 to %d".formatted(LONGEST_WAIT.toSeconds()));
    }
    return wait;
  }

  /** For how long the receiver goes on; none at all would end its attempt here and now. */
  private static @Nullable Duration extension(Fields fields) {
    Duration longer = wait(fields, "extend_seconds");
    if (longer != null && longer.isZero()) {
      throw Problem.field(fields.path("extend_seconds"), "must be more than 0, got 0")
          .fix(
              "Leave it out to have the schedule's timeout once more, or end the attempt with"
                  + " fail.");
    }
    return longer;
  }

  private Answer report(Request request, Fields fields, Outcome outcome) {
    Integer retry = retry(fields);
    UUID runId = request.id("id", Code.RUN_NOT_FOUND);
    UUID scheduleId = accepted(request, runId);
    access.of(request.caller()).report(scheduleId, runId, retry, outcome);
    return answer(request, runId);
  }

  private Answer heartbeat(Request request) {
    Fields fields = request.optionalFields().only("attempt", "extend_seconds");
    Integer retry = retry(fields);
    Duration longer = extension(fields);
    UUID runId = request.id("id", Code.RUN_NOT_FOUND);
    UUID scheduleId = accepted(request, runId);
    access.of(request.caller()).heartbeat(scheduleId, runId, retry, longer);
    return answer(request, runId);
  }

  /** Attempts are counted from 1 where people see them. */
  private static @Nullable Integer retry(Fields fields) {
    Integer attempt = fields.integer("attempt", 1, 1_000_000_000);
    return attempt == null ? null : attempt - 1;
  }

  /** The schedule of a run that a receiver is at work on. */
  private UUID accepted(Request request, UUID runId) {
    Schedules schedules = access.of(request.caller());
    OpenRun run = null;
    int looks = LOOKS;
    for (int look = 0; look < looks; look++) {
      run = schedules.openRun(request.orgId(), runId);
      if (run != null && run.state() instanceof RunState.Accepted) {
        return owned(request, run.scheduleId());
      }
      if (run != null && run.state() instanceof RunState.Running) {
        owned(request, run.scheduleId());
        looks = LOOKS_WHILE_RUNNING;
      }
      RunRecord settled = schedules.settledRun(request.orgId(), runId);
      if (settled != null) {
        owned(request, settled.scheduleId());
        throw Refusals.ended(
            "the run has ended before, as " + settled.status().name().toLowerCase(Locale.ROOT));
      }
      LockSupport.parkNanos(BETWEEN_LOOKS.multipliedBy(1 + look / LOOKS).toNanos());
    }
    owned(request, run == null ? null : run.scheduleId());
    throw Problem.of(
            Code.RUN_NOT_ACCEPTED, "the receiver has not answered 202 to an attempt of this run")
        .fix("Answer the delivery with 202 first; then report.");
  }
}
