package dev.carillon.server.overview;

import dev.carillon.server.access.ScheduleAccess;
import dev.carillon.server.store.Overviews;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What comes next, of all schedules of an organization, and how much of it in each minute. */
public final class UpcomingResource {

  /** More of them are read from tables than are computed: a row costs as much as ten slots. */
  private static final int MOST_SCHEDULES = 10_000;

  /** An hour of 10,000 busy schedules. */
  private static final int MOST_SLOTS = 20_000;

  private static final int SHOWN_SLOTS = 200;
  private static final int MOST_MINUTES = 1_440;

  private final ScheduleAccess access;
  private final Overviews overviews;

  public UpcomingResource(ScheduleAccess access, Overviews overviews) {
    this.access = access;
    this.overviews = overviews;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/upcoming", Scope.READ, this::upcoming));
  }

  private Answer upcoming(Request request) {
    int minutes = request.query("minutes").integer("minutes", 1, MOST_MINUTES, 60);
    Instant from = access.of(request.caller()).now();
    Instant first = from.truncatedTo(ChronoUnit.MINUTES);
    Instant to = first.plus(minutes, ChronoUnit.MINUTES);
    Overviews.Soonest soonest = overviews.soonest(request.orgId(), from, to, MOST_SCHEDULES);
    Forecast forecast = Forecast.of(soonest.ahead(), from, soonest.until(), MOST_SLOTS);
    ObjectNode json = Json.object().put("from", Json.instant(from));
    load(forecast, first, minutes, json.putArray("minutes"));
    json.put("truncated", forecast.until().isBefore(to));
    json.put("until", Json.instant(forecast.until()));
    ArrayNode slots = json.putArray("slots");
    forecast.slots().stream()
        .limit(SHOWN_SLOTS)
        .forEach(slot ->
            slots
                .addObject()
                .put("schedule_id", slot.schedule().scheduleId().toString())
                .put("name", slot.schedule().name())
                .put("at", Json.instant(slot.at()))
                .put("target", slot.schedule().target()));
    return Answer.ok(json);
  }

  private static void load(Forecast forecast, Instant first, int minutes, ArrayNode into) {
    int[] counts = new int[minutes];
    forecast
        .slots()
        .forEach(slot -> counts[(int) Duration.between(first, slot.at()).toMinutes()]++);
    for (int i = 0; i < minutes; i++) {
      into.addObject()
          .put("at", Json.instant(first.plus(i, ChronoUnit.MINUTES)))
          .put("count", counts[i]);
    }
  }
}
