package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Whole sets of schedules, made true. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ApplyTest {

  private static final String PATH = "/api/v1/schedules/apply";
  private static final String TWO =
      "{\"schedules\":[{\"name\":\"a\",\"handler\":\"h\",\"cron\":\"0 9 * * *\"},"
          + "{\"name\":\"b\",\"handler\":\"h\",\"interval_seconds\":%d,\"payload\":{\"x\":1}}]%s}";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static List<String> actions(ApiServer.Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json().get("items").valueStream().map(i -> i.get("action").asString()).toList();
  }

  @Test
  void a_set_is_created_then_unchanged_then_updated_then_pruned() {
    ApiServer.Client org = api.organization("sets");
    assertThat(actions(org.put(PATH, TWO.formatted(60, ",\"dry_run\":true"))))
        .containsExactly("created", "created");
    assertThat(org.get("/api/v1/schedules").json().get("items")).isEmpty();
    assertThat(actions(org.put(PATH, TWO.formatted(60, "")))).containsExactly("created", "created");
    assertThat(actions(org.put(PATH, TWO.formatted(60, ""))))
        .containsExactly("unchanged", "unchanged");
    JsonNode before = org.get("/api/v1/schedules?q=b").json().at("/items/0");
    ApiServer.Reply updated = org.put(PATH, TWO.formatted(90, ""));
    assertThat(actions(updated)).containsExactly("unchanged", "updated");
    assertThat(updated.json().at("/items/1/changes").toString())
        .isEqualTo("[\"interval_seconds\"]");
    assertThat(updated.json().get("updated").intValue()).isEqualTo(1);
    JsonNode after = org.get("/api/v1/schedules?q=b").json().at("/items/0");
    assertThat(after.get("id")).isEqualTo(before.get("id"));
    assertThat(after.get("interval_seconds").intValue()).isEqualTo(90);

    String one =
        "{\"schedules\":[{\"name\":\"a\",\"handler\":\"h\",\"cron\":\"0 9 * *"
            + " *\",\"enabled\":false}],\"prune\":true}";
    ApiServer.Reply pruned = org.put(PATH, one);
    assertThat(actions(pruned)).containsExactly("updated", "deleted");
    JsonNode left = org.get("/api/v1/schedules").json().get("items");
    assertThat(left).hasSize(1);
    assertThat(left.get(0).get("status").asString()).isEqualTo("paused");
  }

  @Test
  void a_graph_is_given_a_grant_once_and_keeps_it() {
    ApiServer.Client org = api.organization("graphs");
    String set =
        "{\"schedules\":[{\"name\":\"poet\",\"graph_id\":\"langgraph:poet\",\"cron\":\"%s\"}]%s}";
    org.put(PATH, set.formatted("0 9 * * *", ",\"dry_run\":true"));
    assertThat(org.get("/api/v1/grants").json().get("items")).isEmpty();
    assertThat(actions(org.put(PATH, set.formatted("0 9 * * *", "")))).containsExactly("created");
    JsonNode grants = org.get("/api/v1/grants").json().get("items");
    assertThat(grants).hasSize(1);
    JsonNode made = org.get("/api/v1/schedules?q=poet").json().at("/items/0");
    assertThat(made.get("grant_id")).isEqualTo(grants.get(0).get("id"));

    assertThat(actions(org.put(PATH, set.formatted("0 9 * * *", "")))).containsExactly("unchanged");
    ApiServer.Reply updated = org.put(PATH, set.formatted("0 8 * * *", ""));
    assertThat(updated.json().at("/items/0/changes").toString()).isEqualTo("[\"cron\"]");
    assertThat(org.get("/api/v1/schedules?q=poet").json().at("/items/0/grant_id"))
        .isEqualTo(made.get("grant_id"));
    assertThat(org.get("/api/v1/grants").json().get("items")).hasSize(1);
  }

  @Test
  void a_grant_that_is_not_there_is_refused() {
    ApiServer.Client org = api.organization("grantless");
    ApiServer.Client other = api.organization("neighbour");
    String foreign = other.post("/api/v1/grants", "{\"billing_account_id\":\"acct\"}").text("id");
    String own = org.post("/api/v1/grants", "{\"billing_account_id\":\"acct\"}").text("id");
    String body =
        "{\"name\":\"poet\",\"graph_id\":\"langgraph:poet\",\"cron\":\"@daily\",\"grant_id\":\"%s\"}";
    String id = org.post("/api/v1/schedules", body.formatted(own)).text("id");
    for (String grant : List.of(foreign, "018f0000-0000-7000-8000-000000000000")) {
      refused(org.post("/api/v1/schedules", body.formatted(grant)), "$.grant_id");
      refused(
          org.patch("/api/v1/schedules/" + id, "{\"grant_id\":\"%s\"}".formatted(grant)),
          "$.grant_id");
      refused(
          org.put(PATH, "{\"schedules\":[%s]}".formatted(body.formatted(grant))),
          "$.schedules[0].grant_id");
    }
    ApiServer.Client agent = org.token("agent:ann", "read", "write");
    refused(agent.post("/api/v1/schedules", body.formatted(own)), "$.grant_id");
  }

  private static void refused(ApiServer.Reply reply, String path) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo(path);
  }

  @Test
  void what_a_workflow_made_is_never_pruned() {
    ApiServer.Client org = api.organization("pruners");
    ApiServer.Reply workflow =
        org.put(
            "/api/v1/workflows/nightly",
            "{\"triggers\":[{\"id\":\"t-1\",\"type\":\"schedule\",\"active\":true,"
                + "\"settings\":{\"cronExpression\":\"0 3 * * *\"}}]}");
    String kept = workflow.json().at("/schedules/0/schedule_id").asString();
    // The same target, but made by a person.
    org.post(
        "/api/v1/schedules",
        "{\"workflow_id\":\"nightly\",\"trigger_node_id\":\"t-1\",\"cron\":\"@daily\"}");
    assertThat(actions(org.put(PATH, "{\"schedules\":[],\"prune\":true}")))
        .containsExactly("deleted");
    JsonNode left = org.get("/api/v1/schedules").json().get("items");
    assertThat(left).hasSize(1);
    assertThat(left.get(0).get("id").asString()).isEqualTo(kept);
  }

  @Test
  void a_mistake_anywhere_changes_nothing() {
    ApiServer.Client org = api.organization("mistakes");
    ApiServer.Reply reply =
        org.put(
            PATH,
            "{\"schedules\":[{\"name\":\"a\",\"handler\":\"h\",\"interval_seconds\":5},"
                + "{\"name\":\"b\",\"handler\":\"h\",\"interval_seconds\":true}]}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.json().at("/errors/0/path").asString())
        .isEqualTo("$.schedules[1].interval_seconds");
    assertThat(org.get("/api/v1/schedules").json().get("items")).isEmpty();
    assertThat(
            org.put(
                    PATH,
                    "{\"schedules\":[{\"name\":\"a\",\"handler\":\"h\",\"interval_seconds\":5},"
                        + "{\"name\":\"a\",\"handler\":\"h\",\"interval_seconds\":5}]}")
                .status())
        .isEqualTo(422);
  }

  /** A dry run and the real one are refused alike, and neither leaves anything behind. */
  private static ApiServer.Reply refusedDryAndWet(ApiServer.Client org, String schedules) {
    String before = org.get("/api/v1/schedules").body();
    ApiServer.Reply dry =
        org.put(PATH, "{\"schedules\":[%s],\"dry_run\":true}".formatted(schedules));
    ApiServer.Reply wet = org.put(PATH, "{\"schedules\":[%s]}".formatted(schedules));
    assertThat(dry.status()).as(dry.body()).isBetween(400, 499);
    assertThat(wet.status()).isEqualTo(dry.status());
    assertThat(wet.code()).isEqualTo(dry.code());
    assertThat(wet.json().at("/errors/0/path")).isEqualTo(dry.json().at("/errors/0/path"));
    assertThat(org.get("/api/v1/schedules").body()).isEqualTo(before);
    assertThat(org.get("/api/v1/grants").json().get("items")).isEmpty();
    return wet;
  }

  @Test
  void what_cannot_be_enabled_keeps_the_whole_set_from_being_applied() {
    ApiServer.Client org = api.organization("stopped");
    org.post("/api/v1/schedules", "{\"name\":\"ex\",\"handler\":\"h\",\"cron\":\"0 1 * * *\"}");
    String stopped =
        org.post("/api/v1/schedules", "{\"name\":\"st\",\"handler\":\"h\",\"cron\":\"0 1 * * *\"}")
            .text("id");
    org.post("/api/v1/schedules/" + stopped + "/stop", null);
    ApiServer.Reply reply =
        refusedDryAndWet(
            org,
            "{\"name\":\"brandnew\",\"graph_id\":\"langgraph:poet\",\"cron\":\"0 1 * * *\"},"
                + "{\"name\":\"ex\",\"handler\":\"h\",\"cron\":\"0 2 * * *\"},"
                + "{\"name\":\"st\",\"handler\":\"h\",\"cron\":\"0 1 * * *\",\"enabled\":true}");
    assertThat(reply.code()).isEqualTo("schedule.wrong_status");
    assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo("$.schedules[2].enabled");
  }

  @Test
  void a_moment_in_the_past_keeps_the_whole_set_from_being_applied() {
    ApiServer.Client org = api.organization("late");
    String set =
        "{\"name\":\"poet\",\"graph_id\":\"langgraph:poet\",\"cron\":\"@daily\"},"
            + "{\"name\":\"once\",\"handler\":\"h\",\"run_at\":\"%s\"}";
    String past = set.formatted("2020-01-01T00:00:00Z");
    refused(refusedDryAndWet(org, past), "$.schedules[1].run_at");
    org.post(
        "/api/v1/schedules",
        "{\"name\":\"once\",\"handler\":\"h\",\"run_at\":\"2098-01-01T00:00:00Z\"}");
    refused(refusedDryAndWet(org, past), "$.schedules[1].run_at");
    assertThat(
            actions(
                org.put(PATH, "{\"schedules\":[" + set.formatted("2099-01-01T00:00:00Z") + "]}")))
        .containsExactly("created", "updated");
  }

  @Test
  void one_schedule_stands_in_a_set_once_by_its_id_or_by_its_name() {
    ApiServer.Client org = api.organization("once");
    String body = "{%s\"name\":\"a\",\"handler\":\"h\",\"cron\":\"0 %d * * *\"}";
    String id = org.post("/api/v1/schedules", body.formatted("", 1)).text("id");
    String byId = body.formatted("\"id\":\"%s\",".formatted(id), 2);
    refused(refusedDryAndWet(org, byId + "," + byId.replace("0 2", "0 3")), "$.schedules[1].id");
    ApiServer.Reply both = refusedDryAndWet(org, byId + "," + body.formatted("", 3));
    refused(both, "$.schedules[1].name");
    assertThat(both.text("detail")).contains("schedules[0]");
  }

  @Test
  void two_of_one_name_are_told_apart_by_their_ids_only() {
    ApiServer.Client org = api.organization("twins");
    String body = "{\"name\":\"twin\",\"handler\":\"h\",\"interval_seconds\":5}";
    org.post("/api/v1/schedules", body);
    String id = org.post("/api/v1/schedules", body).text("id");
    ApiServer.Reply reply = org.put(PATH, "{\"schedules\":[" + body + "]}");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.code()).isEqualTo("schedule.name_not_unique");
    String withId = body.replace("{", "{\"id\":\"%s\",".formatted(id));
    assertThat(actions(org.put(PATH, "{\"schedules\":[" + withId + "]}")))
        .containsExactly("unchanged");
  }
}
