package dev.carillon.server.schedules;

import dev.carillon.engine.Change;
import dev.carillon.engine.Refused;
import dev.carillon.engine.RefusedChange;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.InvalidSchedule;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.TimingException;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.Listed;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Refusals;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import dev.carillon.server.workflows.TriggerSchedules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Many schedules at once: deleted by their ids, or made to be as a set says. */
public final class ScheduleSets {

  private static final int MOST = 1_000;
  private static final int PAGE = 200;

  private final ScheduleAccess access;
  private final ScheduleLists lists;
  private final Drafts drafts;
  private final References references;

  public ScheduleSets(
      ScheduleAccess access, ScheduleLists lists, Drafts drafts, References references) {
    this.access = access;
    this.lists = lists;
    this.drafts = drafts;
    this.references = references;
  }

  public List<Route> routes() {
    return List.of(
        Route.put(ScheduleResource.PATH + "/apply", Scope.WRITE, this::apply).forAgents());
  }

  /**
   * One schedule of the set: what there is, what shall be.
   *
   * @param sent how it stands in the body
   * @param ungranted the graph that it runs, when it has yet to be given a grant
   */
  private record Item(
      Fields sent,
      ScheduleDraft draft,
      @Nullable Entry before,
      ObjectNode wanted,
      @Nullable Boolean enabled,
      @Nullable String ungranted) {

    List<String> changes() {
      List<String> changes = new ArrayList<>();
      Entry there = before;
      if (there == null) {
        return changes;
      }
      ObjectNode now = ScheduleJson.definition(there.schedule());
      Set<String> names = new java.util.LinkedHashSet<>(now.propertyNames());
      names.addAll(wanted.propertyNames());
      for (String name : names) {
        JsonNode one = now.get(name);
        if (one == null || !one.equals(wanted.get(name))) {
          changes.add(name);
        }
      }
      if (enabled != null && enabled != there.schedule().active()) {
        changes.add("enabled");
      }
      return changes;
    }

    /** What is asked of the engine; null when it is as it shall be. */
    @Nullable Change change(String principal) {
      Entry there = before;
      if (there == null) {
        return new Change.Create(draft);
      }
      List<String> changes = changes();
      if (changes.isEmpty()) {
        return null;
      }
      boolean redefined = changes.stream().anyMatch(name -> !name.equals("enabled"));
      return new Change.Alter(
          there,
          redefined ? draft : null,
          changes.contains("enabled") ? enabled : null,
          "disabled by " + principal);
    }

    Problem refused(RuntimeException why) {
      return switch (why) {
        case InvalidSchedule invalid -> Body.renamed(sent, Refusals.of(invalid, sent.path()));
        case TimingException timing -> Body.renamed(sent, Refusals.of(timing, sent.path()));
        case Refused refused -> {
          boolean status = refused.reason() == Reply.Reason.WRONG_STATUS;
          Problem problem =
              Refusals.of(refused)
                  .at(status && changes().contains("enabled") ? sent.path("enabled") : sent.path());
          yield refused.reason() == Reply.Reason.STALE_VERSION
              ? problem.fix("Somebody edited it meanwhile: look at it, and apply the set again.")
              : problem;
        }
        default -> throw why;
      };
    }
  }

  private Answer apply(Request request) {
    Fields fields = request.fields().only("schedules", "dry_run", "prune");
    List<JsonNode> sent = fields.list("schedules", MOST);
    if (sent == null) {
      throw fields.missing("schedules");
    }
    boolean dryRun = fields.bool("dry_run", false);
    Caller caller = request.caller();
    List<Item> items = items(caller, sent);
    List<Entry> surplus = fields.bool("prune", false) ? surplus(caller, items) : List.of();
    return Answer.ok(new Application(caller, items, surplus, dryRun).carryOut());
  }

  private List<Item> items(Caller caller, List<JsonNode> sent) {
    List<String> names = new ArrayList<>();
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      Fields fields = Fields.of(sent.get(i), path(i));
      UUID id = fields.uuid("id");
      String name = id == null ? fields.requiredText("name") : fields.text("name");
      if (id == null && name != null && names.contains(name)) {
        throw Problem.field(fields.path("name"), "stands twice in the set").got(name);
      }
      if (id == null) {
        names.add(String.valueOf(name));
      } else {
        ids.add(id);
      }
    }
    List<Entry> there = lists.named(caller.orgId(), names, ids);
    List<Item> items = new ArrayList<>();
    Map<UUID, String> places = new HashMap<>();
    for (int i = 0; i < sent.size(); i++) {
      Fields fields = Fields.of(sent.get(i), path(i));
      items.add(Body.inItsWords(fields, () -> item(caller, fields, there)));
      refuseSecond(fields, items.getLast().before(), places);
    }
    return items;
  }

  private static String path(int index) {
    return "$.schedules[%d]".formatted(index);
  }

  /** A schedule may be named by its id here and by its name there. */
  private static void refuseSecond(Fields sent, @Nullable Entry before, Map<UUID, String> places) {
    String first = before == null ? null : places.putIfAbsent(before.schedule().id(), sent.path());
    if (first != null) {
      throw Problem.field(
              sent.path(sent.given("id") ? "id" : "name"),
              "names the schedule that %s names already".formatted(first.substring(2)))
          .fix("Say once what the schedule shall be.");
    }
  }

  private Item item(Caller caller, Fields sent, List<Entry> there) {
    ObjectNode body = Body.named(sent, "id");
    body.remove("id");
    UUID id = sent.uuid("id");
    Entry before = id == null ? byName(caller, sent, there) : byId(caller, sent, id, there);
    keepGrant(body, before);
    Fields fields = Fields.of(body, sent.path());
    String owner = before == null ? caller.principal().toString() : before.schedule().owner();
    ScheduleDraft draft = drafts.read(fields, caller, owner);
    references.check(sent, caller);
    Boolean enabled = fields.bool("enabled");
    if (enabled != null && !enabled) {
      draft.paused("created as not enabled by " + caller.principal());
    }
    Schedule wanted = draft.toSchedule(new UUID(0, 0), access.of(caller).now());
    String ungranted = Body.lacksGrant(fields) ? fields.name("graph_id") : null;
    return new Item(sent, draft, before, ScheduleJson.definition(wanted), enabled, ungranted);
  }

  /** A set that names no grants leaves those that its schedules have. */
  private static void keepGrant(ObjectNode body, @Nullable Entry before) {
    if (before != null
        && !body.has("grant_id")
        && body.has("graph_id")
        && before.schedule().target() instanceof Target.Graph graph
        && graph.grantId() != null) {
      body.put("grant_id", graph.grantId().toString());
    }
  }

  private static @Nullable Entry byName(Caller caller, Fields sent, List<Entry> there) {
    String name = sent.requiredText("name");
    List<Entry> same =
        there.stream()
            .filter(entry -> entry.schedule().name().equals(name))
            .filter(entry -> ScheduleAccess.manages(caller, entry.schedule()))
            .toList();
    if (same.size() > 1) {
      throw Problem.of(
              Code.SCHEDULE_NAME_TAKEN,
              "%d schedules are called \"%s\"".formatted(same.size(), name))
          .at(sent.path("name"))
          .fix("Say which one by its id.");
    }
    return same.isEmpty() ? null : same.getFirst();
  }

  private static Entry byId(Caller caller, Fields sent, UUID id, List<Entry> there) {
    return there.stream()
        .filter(entry -> entry.schedule().id().equals(id))
        .filter(entry -> ScheduleAccess.manages(caller, entry.schedule()))
        .findFirst()
        .orElseThrow(() ->
            Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no such schedule")
                .at(sent.path("id"))
                .fix("Leave the id out to create one of this name."));
  }

  /** What the caller itself made and the set does not name. */
  private List<Entry> surplus(Caller caller, List<Item> items) {
    Set<UUID> kept = new HashSet<>();
    for (Item item : items) {
      if (item.before() != null) {
        kept.add(item.before().schedule().id());
      }
    }
    List<Entry> surplus = new ArrayList<>();
    UUID after = null;
    do {
      Listed<UUID> page =
          lists.list(
              caller.orgId(), ScheduleFilter.visibleTo(ScheduleAccess.agent(caller)), after, PAGE);
      for (Entry entry : page.entries()) {
        Schedule schedule = entry.schedule();
        boolean own = schedule.owner().equals(caller.principal().toString());
        // What a workflow's triggers made goes with them, whoever saved the workflow.
        if (own && !kept.contains(schedule.id()) && !TriggerSchedules.made(schedule)) {
          surplus.add(entry);
        }
      }
      after = page.next();
    } while (after != null);
    return surplus;
  }

  /** The set, compared with what there is, and made true. */
  private final class Application {

    private final Caller caller;
    private final List<Item> items;
    private final List<Entry> surplus;
    private final boolean dryRun;
    private final ObjectNode answer = Json.object();
    private final ArrayNode report;

    Application(Caller caller, List<Item> items, List<Entry> surplus, boolean dryRun) {
      this.caller = caller;
      this.items = items;
      this.surplus = surplus;
      this.dryRun = dryRun;
      answer.put("dry_run", dryRun);
      report = answer.putArray("items");
    }

    ObjectNode carryOut() {
      List<Item> changed = new ArrayList<>();
      List<Change> changes = new ArrayList<>();
      for (Item item : items) {
        Change change = item.change(caller.principal().toString());
        if (change != null) {
          changed.add(item);
          changes.add(change);
        }
      }
      Iterator<Schedule> created;
      try {
        created = make(changes).iterator();
      } catch (RefusedChange refused) {
        throw changed.get(refused.index()).refused(refused.why());
      }
      for (Item item : items) {
        Entry before = item.before();
        if (before == null) {
          add("created", item.wanted(), dryRun ? null : created.next().id(), List.of());
        } else {
          List<String> differences = item.changes();
          add(
              differences.isEmpty() ? "unchanged" : "updated",
              item.wanted(),
              before.schedule().id(),
              differences);
        }
      }
      for (Entry entry : surplus) {
        if (!dryRun) {
          delete(entry.schedule().id());
        }
        add("deleted", ScheduleJson.definition(entry.schedule()), entry.schedule().id(), List.of());
      }
      return counted();
    }

    /** Grants are of another transaction: they come when nothing but a race can be in the way. */
    private List<Schedule> make(List<Change> changes) {
      Schedules schedules = access.of(caller);
      schedules.check(changes);
      if (dryRun) {
        return List.of();
      }
      List<UUID> grants = new ArrayList<>();
      try {
        items.forEach(item -> grantIfNeeded(item, grants));
        return schedules.make(changes);
      } catch (RefusedChange refused) {
        grants.forEach(grant -> references.takeBack(caller, grant));
        throw refused;
      }
    }

    private void grantIfNeeded(Item item, List<UUID> grants) {
      String graph = item.ungranted();
      if (graph != null) {
        UUID grant = references.grantTo(caller);
        grants.add(grant);
        item.draft().target(new Target.Graph(graph, grant));
      }
    }

    private void delete(UUID id) {
      try {
        access.of(caller).delete(caller.orgId(), id);
      } catch (Refused refused) {
        if (refused.reason() != Reply.Reason.NO_SCHEDULE) {
          throw refused;
        }
        // Somebody else deleted it meanwhile.
      }
    }

    private void add(
        String action, ObjectNode definition, @Nullable UUID id, List<String> changes) {
      ObjectNode item =
          report
              .addObject()
              .put("action", action)
              .put("name", definition.get("name").stringValue())
              .put("id", id == null ? null : id.toString());
      changes.forEach(item.putArray("changes")::add);
    }

    private ObjectNode counted() {
      for (String action : List.of("created", "updated", "unchanged", "deleted")) {
        answer.put(
            action,
            (int)
                report
                    .valueStream()
                    .filter(one -> one.get("action").asString().equals(action))
                    .count());
      }
      return answer;
    }
  }
}
