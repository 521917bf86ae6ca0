package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Every route there is, against every scope and against another organization's ids. Routes are
 * listed by the server itself, so that a new one is covered the day it is added.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RouteMatrixTest {

  private static final String UNKNOWN = "0198aaaa-0000-7000-8000-000000000000";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final Map<Scope, ApiServer.Client> clients = new LinkedHashMap<>();
  private static final List<String> foreignIds = new ArrayList<>();
  private static ApiServer.Client agent;
  private static ApiServer.Client admin;

  @BeforeAll
  static void two_organizations() {
    ApiServer.Client victim = api.organization("victim");
    ApiServer.Client attacker = api.organization("attacker");
    for (Scope scope : Set.of(Scope.READ, Scope.WRITE, Scope.RUN, Scope.ADMIN)) {
      clients.put(scope, attacker.token("user:" + scope.word(), scope.word()));
    }
    admin = clients.get(Scope.ADMIN);
    agent = attacker.token("agent:spy", "read", "write", "run");
    String schedule =
        victim
            .post("/api/v1/schedules", "{\"handler\":\"h\",\"interval_seconds\":3600}")
            .text("id");
    foreignIds.add(schedule);
    foreignIds.add(victim.post("/api/v1/schedules/" + schedule + "/run", null).text("id"));
    foreignIds.add(
        victim
            .post("/api/v1/tokens", "{\"scopes\":[\"read\"],\"principal\":\"user:v\"}")
            .text("id"));
    String room = victim.post("/api/v1/rooms", "{\"name\":\"board\"}").text("id");
    foreignIds.add(room);
    foreignIds.add(
        victim.post("/api/v1/rooms/" + room + "/messages", "{\"text\":\"salaries\"}").text("id"));
    foreignIds.add(victim.post("/api/v1/grants", "{\"billing_account_id\":\"theirs\"}").text("id"));
    foreignIds.add(
        victim.post("/api/v1/webhooks", "{\"url\":\"https://hooks.example/\"}").text("id"));
    victim.put("/api/v1/executors/theirs", "{\"url\":\"https://executor.example/\"}");
    victim.put("/api/v1/workflows/theirs", "{\"executor\":\"theirs\",\"triggers\":[]}");
  }

  private static List<Route> guarded() {
    return api.routes().stream().filter(route -> route.scope() != null).toList();
  }

  private static String at(Route route, String id) {
    return route.path().replaceAll("\\{[^}]+}", id);
  }

  private static ApiServer.Reply ask(ApiServer.Client client, Route route, String id) {
    boolean body = Set.of("POST", "PUT", "PATCH").contains(route.method());
    return client.send(route.method(), at(route, id), body ? "{}" : null);
  }

  @Test
  void without_a_token_every_guarded_route_answers_401() {
    for (Route route : guarded()) {
      ApiServer.Reply reply = ask(api.anonymous(), route, UNKNOWN);
      assertThat(reply.status()).as(route.toString()).isEqualTo(401);
      assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
      ApiServer.Reply wrong = ask(api.withToken("car_" + "x".repeat(43)), route, UNKNOWN);
      assertThat(wrong.status()).as(route.toString()).isEqualTo(401);
    }
  }

  @Test
  void a_token_without_the_scope_answers_403_and_one_with_it_does_not() {
    for (Route route : guarded()) {
      for (Map.Entry<Scope, ApiServer.Client> client : clients.entrySet()) {
        ApiServer.Reply reply = ask(client.getValue(), route, UNKNOWN);
        boolean allowed = client.getKey().included().contains(route.scope());
        String as = route + " with " + client.getKey() + ": " + reply;
        if (allowed) {
          assertThat(reply.status()).as(as).isNotIn(401, 403);
          assertThat(reply.status()).as(as).isLessThan(500);
        } else {
          assertThat(reply.status()).as(as).isEqualTo(403);
          assertThat(reply.code()).as(as).isEqualTo("scope.missing");
        }
      }
    }
  }

  @Test
  void an_agents_token_gets_no_further_than_routes_for_agents() {
    for (Route route : guarded()) {
      ApiServer.Reply reply = ask(agent, route, UNKNOWN);
      if (!route.agents()) {
        assertThat(reply.status()).as(route.toString()).isEqualTo(403);
      } else {
        assertThat(reply.status()).as(route + ": " + reply).isNotIn(401, 403);
      }
    }
  }

  @Test
  void another_organizations_ids_look_exactly_like_ids_that_do_not_exist() {
    for (Route route : guarded()) {
      if (!route.path().contains("{") || route.scope() == Scope.OPERATOR) {
        continue;
      }
      for (ApiServer.Client client : List.of(admin, agent)) {
        if (client.equals(agent) && !route.agents()) {
          continue;
        }
        ApiServer.Reply unknown = ask(client, route, UNKNOWN);
        for (String id : foreignIds) {
          ApiServer.Reply foreign = ask(client, route, id);
          assertThat(foreign.status()).as(route + " " + foreign).isEqualTo(unknown.status());
          assertThat(timeless(foreign.body().replace(id, UNKNOWN)))
              .as(route.toString())
              .isEqualTo(timeless(unknown.body()));
        }
      }
    }
  }

  /** What is put under a name of one's choice says when; two cannot be at the same moment. */
  private static String timeless(String body) {
    return body.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "then");
  }

  @Test
  void a_body_that_is_right_opens_no_way_to_another_organizations_schedule() {
    String schedule = "/api/v1/schedules/" + foreignIds.get(0);
    String run = "/api/v1/runs/" + foreignIds.get(1);
    assertThat(admin.patch(schedule, "{\"name\":\"mine\"}").code()).isEqualTo("schedule.not_found");
    assertThat(
            admin
                .post(
                    schedule + "/backfill",
                    "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"2026-01-02T00:00:00Z\"}")
                .code())
        .isEqualTo("schedule.not_found");
    assertThat(admin.post(run + "/fail", "{\"message\":\"x\"}").code()).isEqualTo("run.not_found");
    assertThat(
            admin
                .put(
                    "/api/v1/schedules/apply",
                    "{\"schedules\":[{\"id\":\"%s\",\"handler\":\"h\",\"interval_seconds\":5}]}"
                        .formatted(foreignIds.get(0)))
                .code())
        .isEqualTo("schedule.not_found");
    assertThat(
            admin
                .post(
                    "/api/v1/schedules/batch-delete",
                    "{\"ids\":[\"%s\"]}".formatted(foreignIds.get(0)))
                .json()
                .get("deleted"))
        .isEmpty();
    assertThat(admin.get("/api/v1/runs?schedule_id=" + foreignIds.get(0)).json().get("items"))
        .isEmpty();
    assertThat(admin.get("/api/v1/schedules").json().get("items")).isEmpty();
    assertThat(admin.get("/api/v1/runs").json().get("items")).isEmpty();
    assertThat(new ApiServer.Client(api, admin.token(), "victim").get("/api/v1/schedules").status())
        .isEqualTo(404);
  }

  @Test
  void what_a_body_refers_to_in_another_organization_is_as_unknown_as_what_does_not_exist() {
    String room = foreignIds.get(3);
    String grant = foreignIds.get(5);
    for (String id : List.of(grant, UNKNOWN)) {
      ApiServer.Reply reply =
          admin.post(
              "/api/v1/schedules",
              "{\"graph_id\":\"theirs:g\",\"interval_seconds\":60,\"grant_id\":\"%s\"}"
                  .formatted(id));
      assertThat(reply.status()).as(reply.toString()).isEqualTo(422);
      assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("grant_id");
    }
    for (String id : List.of(room, UNKNOWN)) {
      ApiServer.Reply reply =
          admin.post(
              "/api/v1/schedules",
              ("{\"agent_id\":\"spy\",\"payload_text\":\"hello\",\"interval_seconds\":60,"
                      + "\"room_id\":\"%s\"}")
                  .formatted(id));
      assertThat(reply.status()).as(reply.toString()).isEqualTo(422);
      assertThat(reply.json().at("/errors/0/field").asString()).isEqualTo("room_id");
    }
    assertThat(failure("\"graph_id\":\"theirs:g\""))
        .isEqualTo(failure("\"graph_id\":\"nobodys:g\""));
    assertThat(failure("\"workflow_id\":\"theirs\""))
        .isEqualTo(failure("\"workflow_id\":\"nobodys\""));
    ApiServer.Client victim = new ApiServer.Client(api, api.operator().token(), "victim");
    assertThat(victim.get("/api/v1/rooms/" + room + "/messages").json().get("items")).hasSize(1);
  }

  /** The code of the error that a run of such a schedule ends with. */
  private static String failure(String target) {
    String schedule =
        admin
            .post(
                "/api/v1/schedules",
                "{%s,\"interval_seconds\":3600,\"max_retries\":0}".formatted(target))
            .text("id");
    String run = admin.post("/api/v1/schedules/" + schedule + "/run", null).text("id");
    String code =
        await()
            .atMost(Duration.ofMinutes(1))
            .until(
                () -> admin.get("/api/v1/runs/" + run).json().at("/error/code").asString(""),
                text -> !text.isEmpty());
    admin.delete("/api/v1/schedules/" + schedule);
    return code;
  }

  @Test
  void a_cursor_of_another_organization_leads_through_ones_own_rows_only() {
    ApiServer.Client victim = new ApiServer.Client(api, api.operator().token(), "victim");
    victim.post("/api/v1/schedules", "{\"handler\":\"second\",\"interval_seconds\":3600}");
    for (String list :
        List.of("/api/v1/schedules?limit=1", "/api/v1/schedules?limit=1&sort=name")) {
      String cursor = victim.get(list).text("next_cursor");
      assertThat(cursor).isNotBlank();
      ApiServer.Reply reply = admin.get(list + "&cursor=" + cursor);
      assertThat(reply.json().path("items")).as(reply.toString()).isEmpty();
    }
  }

  @Test
  void what_others_cannot_see_they_could_not_change_either() {
    ApiServer.Client victim = new ApiServer.Client(api, api.operator().token(), "victim");
    JsonCheck.unchanged(victim, foreignIds.get(0));
    assertThat(UUID.fromString(foreignIds.get(0)).version()).isEqualTo(7);
  }

  /** The victim's schedule is as it was made. */
  private static final class JsonCheck {
    static void unchanged(ApiServer.Client victim, String id) {
      ApiServer.Reply reply = victim.get("/api/v1/schedules/" + id);
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.text("status")).isEqualTo("active");
      assertThat(reply.json().get("version").intValue()).isEqualTo(1);
      assertThat(reply.text("name")).isEqualTo("h");
    }
  }
}
