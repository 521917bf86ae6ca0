package dev.carillon.server.schedules;

import dev.carillon.engine.run.RunStatus;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.timing.Cron;
import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.ScheduleFigures;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the runs of one schedule ended, day by day in its own zone, as far as its history goes. */
public final class CalendarResource {

  private static final int MOST_DAYS = 366;
  private static final int USUAL_DAYS = 180;

  private static final List<RunStatus> SHOWN =
      List.of(RunStatus.SUCCESS, RunStatus.ERROR, RunStatus.TIMEOUT, RunStatus.SKIPPED);

  private final ScheduleAccess access;
  private final ScheduleFigures figures;

  public CalendarResource(ScheduleAccess access, ScheduleFigures figures) {
    this.access = access;
    this.figures = figures;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ScheduleResource.ONE + "/calendar", Scope.READ, this::calendar).forAgents());
  }

  private Answer calendar(Request request) {
    int count = request.query("days").integer("days", 1, MOST_DAYS, USUAL_DAYS);
    Schedule schedule = access.entry(request).schedule();
    ZoneId zone = schedule.slots().timing() instanceof Cron cron ? cron.zone() : ZoneOffset.UTC;
    Instant now = access.of(request.caller()).now();
    LocalDate today = now.atZone(zone).toLocalDate();
    LocalDate first = today.minusDays(count - 1L);
    Map<LocalDate, Map<RunStatus, Long>> days = new HashMap<>();
    figures
        .ends(request.orgId(), schedule.id(), first.atStartOfDay(zone).toInstant())
        .forEach(end -> {
          Long slots = end.skippedSlots();
          days.computeIfAbsent(
                  end.slotAt().atZone(zone).toLocalDate(), _ -> new EnumMap<>(RunStatus.class))
              .merge(end.status(), slots == null ? 1L : slots, Long::sum);
        });
    ObjectNode json =
        Json.object()
            .put("schedule_id", schedule.id().toString())
            .put("timezone", zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId());
    ArrayNode list = json.putArray("days");
    first
        .datesUntil(today.plusDays(1))
        .forEach(date -> {
          ObjectNode day = list.addObject().put("date", date.toString());
          Map<RunStatus, Long> counts = days.getOrDefault(date, Map.of());
          SHOWN.forEach(
              status -> day.put(ScheduleJson.word(status), counts.getOrDefault(status, 0L)));
        });
    return Answer.ok(json);
  }
}
