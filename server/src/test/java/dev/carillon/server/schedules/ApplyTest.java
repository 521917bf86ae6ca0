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
