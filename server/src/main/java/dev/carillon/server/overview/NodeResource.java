package dev.carillon.server.overview;

import dev.carillon.engine.Engine;
import dev.carillon.engine.store.NodeStore.NodeSight;
import dev.carillon.server.store.NodeReports;
import dev.carillon.server.web.Answer;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Request;
import dev.carillon.server.web.Route;
import dev.carillon.server.web.Scope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The nodes that carry schedules out. Only the operator learns which machines they are. */
public final class NodeResource {

  private final Engine engine;
  private final NodeReports reports;

  public NodeResource(Engine engine, NodeReports reports) {
    this.engine = engine;
    this.reports = reports;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/nodes", Scope.READ, this::list));
  }

  private Answer list(Request request) {
    boolean operator = request.caller().may(Scope.OPERATOR);
    Map<Integer, NodeReports.Report> known = reports.all();
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    for (NodeSight node : engine.store().nodes()) {
      NodeReports.Report report = known.get(node.node());
      items
          .addObject()
          .put("id", node.node())
          .put("name", node.name())
          .put("host", operator ? host(report) : null)
          .put("alive", !node.dead())
          .put("answering", node.node() == engine.node())
          .put("shards", node.shards())
          .put("started_at", Json.instant(node.startedAt()))
          .put("lease_expires_at", Json.instant(node.expiresAt()))
          .put("lease_ms", node.lease().toMillis())
          .put("lateness_ms", report == null || node.dead() ? null : report.latenessMillis())
          .put("version", report == null ? null : report.version());
    }
    return Answer.ok(json.putNull("next_cursor"));
  }

  private static @Nullable String host(NodeReports.@Nullable Report report) {
    return report == null ? null : report.host();
  }
}
