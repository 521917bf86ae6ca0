package dev.carillon.server.overview;

import dev.carillon.engine.run.OpenRun;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.schedule.Status;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.runs.RunJson;
import dev.carillon.server.store.Overviews;
import dev.carillon.server.store.RunFilter;
import dev.carillon.server.store.RunLists;
import dev.carillon.server.store.ScheduleFigures;
import dev.carillon.server.store.ScheduleFilter;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How an organization stands at a glance. */
public final class OverviewResource {

  private static final int RECENT = 60;
  private static final RunFilter ANY = new RunFilter(null, null, null, null, null);
  private static final List<String> COMPACT =
      List.of("id", "schedule_id", "status", "started_at", "lateness_ms", "duration_ms");

  private record Row(UUID id, UUID scheduleId, ObjectNode json) {}

  private final ScheduleAccess access;
  private final Overviews overviews;
  private final ScheduleFigures figures;
  private final RunLists runs;
  private final Duration lateAfter;

  /**
   * @param lateAfter how overdue a slot may be before its schedule is late
   */
  public OverviewResource(
      ScheduleAccess access,
      Overviews overviews,
      ScheduleFigures figures,
      RunLists runs,
      Duration lateAfter) {
    this.access = access;
    this.overviews = overviews;
    this.figures = figures;
    this.runs = runs;
    this.lateAfter = lateAfter;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/overview", Scope.READ, this::overview));
  }

  private Answer overview(Request request) {
    int orgId = request.orgId();
    Instant now = access.of(request.caller()).now();
    ObjectNode json = Json.object();
    ObjectNode counts = json.putObject("counts");
    Map<Status, Long> counted = figures.countByStatus(orgId, ScheduleFilter.ALL);
    for (Status status : Status.values()) {
      counts.put(status.name().toLowerCase(Locale.ROOT), counted.getOrDefault(status, 0L));
    }
    Attention attention = Attention.of(overviews.needs(orgId, lateAfter, Attention.MOST));
    attention.write(json.putArray("attention"));
    json.put("attention_total", attention.total());
    recent(orgId, json.putArray("recent"));
    Throughput.write(overviews.minutes(orgId), now, json.putArray("throughput"));
    return Answer.ok(json.put("database_time", Json.instant(now)));
  }

  /** The newest first, those under way among them. */
  private void recent(int orgId, ArrayNode into) {
    RunLists.Runs found = runs.list(orgId, ANY, null, RECENT);
    List<Row> rows = new ArrayList<>();
    for (OpenRun run : found.open()) {
      rows.add(new Row(run.id(), run.scheduleId(), RunJson.of(run)));
    }
    for (RunRecord run : found.settled()) {
      rows.add(new Row(run.id(), run.scheduleId(), RunJson.of(run)));
    }
    rows.sort((one, other) -> RunLists.unsigned(other.id(), one.id()));
    List<Row> shown = rows.subList(0, Math.min(RECENT, rows.size()));
    Map<UUID, String> names =
        overviews.names(orgId, shown.stream().map(Row::scheduleId).distinct().toList());
    for (Row row : shown) {
      ObjectNode json = into.addObject();
      COMPACT.forEach(field -> json.set(field, row.json().get(field)));
      json.put("name", names.getOrDefault(row.scheduleId(), ""));
    }
  }
}
