package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.Listed;
import dev.carillon.server.store.ScheduleFigures;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.store.ScheduleOrder;
import dev.carillon.server.store.ScheduleOrder.Place;
import dev.carillon.server.store.ScheduleSorts;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Cursor;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Page;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Query;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import dev.carillon.server.web.SortCursor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Schedules by the page, filtered and sorted, and how many there are of each status. */
public final class ScheduleListing {

  private static final List<String> FILTERS =
      List.of("status", "workflow_id", "agent_id", "target", "enabled", "q");

  private enum Include {
    OUTCOMES,
    TIMING
  }

  private enum Direction {
    ASC,
    DESC
  }

  private final ScheduleLists lists;
  private final ScheduleSorts sorts;
  private final ScheduleFigures figures;

  public ScheduleListing(ScheduleLists lists, ScheduleSorts sorts, ScheduleFigures figures) {
    this.lists = lists;
    this.sorts = sorts;
    this.figures = figures;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ScheduleResource.PATH, Scope.READ, this::list).forAgents(),
        Route.get(ScheduleResource.PATH + "/counts", Scope.READ, this::counts).forAgents());
  }

  private Answer list(Request request) {
    Query query = query(request, "sort", "order", "include", "limit", "cursor");
    ScheduleFilter filter = filter(query, request.caller());
    Set<Include> include = include(query);
    ScheduleOrder order = order(query);
    if (order != null) {
      return sorted(request.orgId(), query, filter, order, include);
    }
    Page page = Page.of(query, "schedules " + filter);
    Listed<UUID> found = lists.list(request.orgId(), filter, page.after(), page.limit());
    return Answer.ok(
        Cursor.page(items(request.orgId(), found.entries(), include), found.next(), page.list()));
  }

  private Answer sorted(
      int orgId, Query query, ScheduleFilter filter, ScheduleOrder order, Set<Include> include) {
    String list = "schedules " + filter + " " + order;
    SortCursor cursor = SortCursor.of(query, list);
    if (cursor != null && !order.accepts(cursor.key())) {
      throw Cursor.invalid();
    }
    Place after = cursor == null ? null : new Place(cursor.key(), cursor.after());
    int limit = query.integer("limit", 1, Page.LARGEST_LIMIT, Page.DEFAULT_LIMIT);
    Listed<Place> found = sorts.list(orgId, filter, order, after, limit);
    ObjectNode page = Json.object();
    page.set("items", items(orgId, found.entries(), include));
    Place next = found.next();
    page.put("next_cursor", next == null ? null : new SortCursor(next.key(), next.id()).text(list));
    return Answer.ok(page);
  }

  /** One statement has the outcomes of all that are shown. */
  private ArrayNode items(int orgId, List<Entry> shown, Set<Include> include) {
    ArrayNode items = Json.object().arrayNode();
    Map<UUID, List<String>> outcomes =
        include.contains(Include.OUTCOMES)
            ? figures.outcomes(orgId, shown.stream().map(entry -> entry.schedule().id()).toList())
            : Map.of();
    for (Entry entry : shown) {
      ObjectNode item = ScheduleJson.of(entry);
      if (include.contains(Include.OUTCOMES)) {
        ArrayNode words = item.putArray("outcomes");
        outcomes.getOrDefault(entry.schedule().id(), List.of()).forEach(words::add);
      }
      if (include.contains(Include.TIMING)) {
        item.put("timing", entry.schedule().slots().timing().describe());
      }
      items.add(item);
    }
    return items;
  }

  private Answer counts(Request request) {
    Query query = query(request);
    Map<Status, Long> counted =
        figures.countByStatus(request.orgId(), filter(query, request.caller()));
    ObjectNode counts = Json.object();
    long total = 0;
    for (Status status : Status.values()) {
      long count = counted.getOrDefault(status, 0L);
      counts.put(ScheduleJson.word(status), count);
      total += count;
    }
    return Answer.ok(counts.put("total", total));
  }

  private static Query query(Request request, String... more) {
    List<String> known = new ArrayList<>(FILTERS);
    known.addAll(List.of(more));
    return request.query(known.toArray(String[]::new));
  }

  private static ScheduleFilter filter(Query query, Caller caller) {
    return new ScheduleFilter(
        statuses(query.word("status", Status.class), query.bool("enabled")),
        query.word("target", TargetKind.class),
        query.text("workflow_id"),
        query.text("agent_id"),
        ScheduleAccess.agent(caller),
        query.text("q"));
  }

  /** Enabled is another word for active. */
  private static @Nullable Set<Status> statuses(
      @Nullable Status status, @Nullable Boolean enabled) {
    if (status == null && enabled == null) {
      return null;
    }
    Set<Status> statuses = status == null ? EnumSet.allOf(Status.class) : EnumSet.of(status);
    if (enabled != null) {
      statuses.removeIf(one -> (one == Status.ACTIVE) != enabled);
    }
    return statuses;
  }

  /** Null for the order of creation. */
  private static @Nullable ScheduleOrder order(Query query) {
    ScheduleOrder.By by = query.word("sort", ScheduleOrder.By.class);
    Direction direction = query.word("order", Direction.class);
    if (by == null && direction != null) {
      throw Problem.of(Code.QUERY_INVALID, "order needs to know what to sort by")
          .at("order")
          .expected("sort together with order")
          .fix("Add sort=name, next_run_at, last_run_at or status.");
    }
    return by == null ? null : new ScheduleOrder(by, direction == Direction.DESC);
  }

  private static Set<Include> include(Query query) {
    return query.words("include", Include.class);
  }
}
