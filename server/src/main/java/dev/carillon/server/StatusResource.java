package dev.carillon.server;

import dev.carillon.engine.Engine;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.server.store.Health;
import dev.carillon.server.store.ScheduleLists;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the organization's schedules and the nodes that carry them out stand. */
final class StatusResource {

  private final Engine engine;
  private final Health health;
  private final ScheduleLists schedules;
  private final String version;

  StatusResource(Engine engine, Health health, ScheduleLists schedules, String version) {
    this.engine = engine;
    this.health = health;
    this.schedules = schedules;
    this.version = version;
  }

  List<Route> routes() {
    return List.of(Route.get("/api/v1/status", Scope.READ, this::status));
  }

  private Answer status(Request request) {
    Health.Standing standing = health.standing();
    ObjectNode json =
        Json.object()
            .put("version", version)
            .put("organization", request.caller().organization())
            .put("principal", request.caller().principal().toString());
    ObjectNode counts = json.putObject("schedules");
    Map<Status, Long> counted = schedules.countByStatus(request.orgId());
    for (Status status : Status.values()) {
      counts.put(status.name().toLowerCase(Locale.ROOT), counted.getOrDefault(status, 0L));
    }
    json.put("overdue_ms", standing.overdueMillis());
    json.putObject("database").put("kind", "postgresql").put("version", standing.postgres());
    json.put("node", engine.node());
    nodes(json.putArray("nodes"));
    return Answer.ok(json);
  }

  private void nodes(ArrayNode nodes) {
    for (NodeSight node : engine.store().nodes()) {
      nodes
          .addObject()
          .put("id", node.node())
          .put("name", node.name())
          .put("alive", !node.dead())
          .put("shards", node.shards())
          .put("started_at", Json.instant(node.startedAt()))
          .put("lease_expires_at", Json.instant(node.expiresAt()));
    }
  }
}
