package dev.carillon.server.schedules;

import dev.carillon.engine.Change;
import dev.carillon.engine.Refused;
import dev.carillon.engine.RefusedChange;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.IfMatch;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Schedules: created, shown, changed, deleted. */
public final class ScheduleResource {

  static final String PATH = "/api/v1/schedules";
  static final String ONE = PATH + "/{id}";

  /** A change that still meets another one after so many is given up. */
  private static final int MOST_MERGES = 50;

  private final ScheduleAccess access;
  private final Ids ids;
  private final Drafts drafts;
  private final References references;

  public ScheduleResource(ScheduleAccess access, Ids ids, Drafts drafts, References references) {
    this.ids = ids;
    this.access = access;
    this.drafts = drafts;
    this.references = references;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(PATH, Scope.WRITE, this::create).forAgents(),
        Route.get(ONE, Scope.READ, this::show).forAgents(),
        Route.patch(ONE, Scope.WRITE, this::change).forAgents(),
        Route.delete(ONE, Scope.WRITE, this::delete).forAgents());
  }

  private Answer create(Request request) {
    Fields sent = request.fields();
    return Body.inItsWords(sent, () -> create(request, sent));
  }

  private Answer create(Request request, Fields sent) {
    Caller caller = request.caller();
    Fields fields = Fields.of(Body.named(sent));
    ScheduleDraft draft = drafts.read(fields, caller, caller.principal().toString());
    references.check(fields, caller);
    if (!fields.bool("enabled", true)) {
      draft.paused("created as not enabled by " + caller.principal());
    }
    UUID id = request.newId(ids);
    Entry entry = create(id, draft, caller, grant(fields, draft, caller));
    return Answer.created(PATH + "/" + id, ScheduleJson.of(entry)).etag(entry.schedule().version());
  }

  private @Nullable UUID grant(Fields fields, ScheduleDraft draft, Caller caller) {
    try {
      return grantIfNeeded(fields, draft, caller, new Change.Create(draft));
    } catch (RefusedChange e) {
      throw e.why();
    }
  }

  /**
   * @param grant that was made for it, if any
   */
  private Entry create(UUID id, ScheduleDraft draft, Caller caller, @Nullable UUID grant) {
    Schedules schedules = access.of(caller);
    try {
      return schedules.create(id, draft);
    } catch (InvalidSchedule e) {
      takeBack(caller, grant);
      if (!e.field().equals("id")) {
        throw e;
      }
      // Made before, under the same idempotency key, by a server that did not live to say so.
      return schedules.find(caller.orgId(), id);
    }
  }

  /** The grant that was made for it, or null when it needs none. */
  private @Nullable UUID grantIfNeeded(
      Fields fields, ScheduleDraft draft, Caller caller, Change change) {
    if (!Body.lacksGrant(fields)) {
      return null;
    }
    // What is refused anyway is refused before there is a grant for it.
    access.of(caller).check(List.of(change));
    UUID grant = references.grantTo(caller);
    draft.target(new Target.Graph(String.valueOf(fields.name("graph_id")), grant));
    return grant;
  }

  private void takeBack(Caller caller, @Nullable UUID grant) {
    if (grant != null) {
      references.takeBack(caller, grant);
    }
  }

  private Answer show(Request request) {
    return answer(access.entry(request));
  }

  static Answer answer(Entry entry) {
    return Answer.ok(ScheduleJson.of(entry)).etag(entry.schedule().version());
  }

  private Answer change(Request request) {
    Fields sent = request.fields();
    return Body.inItsWords(sent, () -> merge(request, sent));
  }

  private Answer merge(Request request, Fields sent) {
    ObjectNode change = Body.named(sent);
    Boolean enabled = Fields.of(change).bool("enabled");
    change.remove("enabled");
    for (int merges = 1; ; merges++) {
      try {
        return change(request, change, enabled);
      } catch (Refused refused) {
        // Another change came in between. Who named no version wants this one made all the same.
        boolean again =
            refused.reason() == Reply.Reason.STALE_VERSION
                && request.header("If-Match") == null
                && merges < MOST_MERGES;
        if (!again) {
          throw refused;
        }
      }
    }
  }

  private Answer change(Request request, ObjectNode change, @Nullable Boolean enabled) {
    Caller caller = request.caller();
    Schedules schedules = access.of(caller);
    Entry before = access.entry(request);
    Schedule schedule = before.schedule();
    IfMatch.of(request).check("schedule", schedule.version());
    Boolean active = Objects.equals(enabled, schedule.active()) ? null : enabled;
    String reason = "disabled by " + caller.principal();
    UUID grant = null;
    try {
      if (change.isEmpty()) {
        schedules.make(List.of(new Change.Alter(before, null, active, reason)));
      } else {
        references.check(Fields.of(change), caller);
        Fields merged = Fields.of(Body.merged(ScheduleJson.definition(schedule), change));
        ScheduleDraft draft = drafts.read(merged, caller, schedule.owner());
        // Not against any version but the one merged with: a change in between must not be undone.
        Change edit = new Change.Alter(before, draft, active, reason);
        grant = grantIfNeeded(merged, draft, caller, edit);
        schedules.make(List.of(edit));
      }
    } catch (RefusedChange e) {
      takeBack(caller, grant);
      throw e.why();
    }
    return answer(access.entry(caller, schedule.id()));
  }

  private Answer delete(Request request) {
    Schedule schedule = access.entry(request).schedule();
    IfMatch wanted = IfMatch.of(request);
    wanted.check("schedule", schedule.version());
    access
        .of(request.caller())
        .delete(request.orgId(), schedule.id(), wanted.expected(schedule.version()));
    return Answer.noContent();
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
