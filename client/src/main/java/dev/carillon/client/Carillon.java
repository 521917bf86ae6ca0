package dev.carillon.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API of one server. Every method throws {@link Refused} when the server says no, and {@link
 * Unreachable} when none answers. It may be used by several threads.
 */
public final class Carillon implements AutoCloseable {

  /** The most that one page holds. */
  public static final int PAGE = 200;

  private static final String SCHEDULES = "/api/v1/schedules";

  private final Transport transport;

  public Carillon(Connection connection) {
    transport = new Transport(connection);
  }

  /**
   * @param cursor from the page before; null for the first one
   */
  public Page<Schedule> schedules(ScheduleQuery query, int limit, @Nullable String cursor) {
    return Page.of(list(SCHEDULES, query.filters(), limit, cursor), Schedule::new);
  }

  public Schedule schedule(String id) {
    return new Schedule(get(one(id)));
  }

  /**
   * Creates a schedule from its fields, as the API names them.
   *
   * <p>Sent with an idempotency key, so that a proxy that sends it twice creates one.
   */
  public Schedule create(ObjectNode fields) {
    return new Schedule(post(SCHEDULES, fields));
  }

  /** Changes the fields given, if the schedule is still of this version. */
  public Schedule edit(String id, ObjectNode change, long version) {
    return new Schedule(
        transport.send("PATCH", one(id), change, Map.of("If-Match", "\"" + version + "\"")));
  }

  public void delete(String id) {
    transport.send("DELETE", one(id), null, Map.of());
  }

  public Schedule pause(String id, @Nullable String reason) {
    return new Schedule(post(one(id) + "/pause", reason(reason)));
  }

  public Schedule resume(String id) {
    return new Schedule(post(one(id) + "/resume", Json.object()));
  }

  public Schedule stop(String id, @Nullable String reason) {
    return new Schedule(post(one(id) + "/stop", reason(reason)));
  }

  public Schedule revive(String id) {
    return new Schedule(post(one(id) + "/revive", Json.object()));
  }

  /**
   * Starts a run at once.
   *
   * @param payload in the place of the schedule's own; null keeps that
   */
  public Run run(String id, @Nullable JsonNode payload) {
    ObjectNode body = Json.object();
    if (payload != null) {
      body.set("payload", payload);
    }
    return new Run(post(one(id) + "/run", body));
  }

  public Run run(String runId) {
    return new Run(get("/api/v1/runs/" + Transport.encode(runId)));
  }

  /** The runs of a schedule, newest first. */
  public Page<Run> runs(
      String id, Map<String, String> filters, int limit, @Nullable String cursor) {
    return Page.of(list(one(id) + "/runs", filters, limit, cursor), Run::new);
  }

  public Preview upcoming(String id, int count) {
    return Preview.of(get(one(id) + "/upcoming?count=" + count));
  }

  /** Previews a timing that need not exist: its fields, {@code from} and {@code count}. */
  public Preview preview(ObjectNode fields) {
    return Preview.of(transport.send("POST", SCHEDULES + "/preview", fields, Map.of()));
  }

  /** Makes schedules be as {@code schedules} in the body says; see the API's apply. */
  public JsonNode apply(ObjectNode set) {
    return transport.send("PUT", SCHEDULES + "/apply", set, Map.of());
  }

  /**
   * Imports the jobs of another system; doing so twice changes nothing the second time.
   *
   * @param source openclaw, bullmq, rq, crontab or kubernetes
   * @param body as the API's imports take it
   */
  public JsonNode importFrom(String source, ObjectNode body) {
    return transport.send("POST", "/api/v1/imports/" + Transport.encode(source), body, Map.of());
  }

  public JsonNode status() {
    return get("/api/v1/status");
  }

  public Page<JsonNode> tokens(int limit, @Nullable String cursor) {
    return Page.of(list("/api/v1/tokens", Map.of(), limit, cursor), token -> token);
  }

  /** Makes a token; its secret is in the answer, this once. */
  public JsonNode createToken(ObjectNode fields) {
    return transport.send("POST", "/api/v1/tokens", fields, Map.of());
  }

  public JsonNode revokeToken(String id) {
    return transport.send("DELETE", "/api/v1/tokens/" + Transport.encode(id), null, Map.of());
  }

  /**
   * Hands over one message of the Model Context Protocol.
   *
   * @return its answer; null where it needs none
   */
  public @Nullable String mcp(String message) {
    return transport.post("/mcp", message, "application/json, text/event-stream");
  }

  private JsonNode get(String path) {
    return transport.send("GET", path, null, Map.of());
  }

  private JsonNode post(String path, ObjectNode body) {
    String key = "\"" + UUID.randomUUID() + "\"";
    return transport.send("POST", path, body, Map.of("Idempotency-Key", key));
  }

  private JsonNode list(
      String path, Map<String, String> filters, int limit, @Nullable String cursor) {
    Map<String, String> parameters = new LinkedHashMap<>(filters);
    parameters.put("limit", String.valueOf(limit));
    if (cursor != null) {
      parameters.put("cursor", cursor);
    }
    return get(Transport.path(path, parameters));
  }

  private static String one(String id) {
    return SCHEDULES + "/" + Transport.encode(id);
  }

  private static ObjectNode reason(@Nullable String reason) {
    ObjectNode body = Json.object();
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }

  @Override
  public void close() {
    transport.close();
  }
}
