package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may change what, and what becomes of changes that meet. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ChangeTest {

  private static final String PATH = "/api/v1/schedules";
  private static final List<String> FIELDS =
      List.of("max_retries", "max_failures", "timeout_seconds", "jitter_seconds");

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void changes_that_name_no_version_are_all_made() throws Exception {
    ApiServer.Client org = api.organization("merging");
    String one =
        PATH + "/" + org.post(PATH, "{\"handler\":\"h\",\"interval_seconds\":3600}").text("id");
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Integer>>> answers =
          FIELDS.stream()
              .map(field ->
                  people.submit(() ->
                      IntStream.rangeClosed(1, 10)
                          .map(value ->
                              org.patch(one, "{\"%s\":%d}".formatted(field, value)).status())
                          .boxed()
                          .toList()))
              .toList();
      for (Future<List<Integer>> answer : answers) {
        assertThat(answer.get()).hasSize(10).containsOnly(200);
      }
    }
    ApiServer.Reply after = org.get(one);
    FIELDS.forEach(field -> assertThat(after.json().get(field).intValue()).as(field).isEqualTo(10));
    assertThat(after.json().get("version").intValue()).isEqualTo(41);
    assertThat(org.patch(one, "{\"max_retries\":1}", "If-Match", "\"40\"").status()).isEqualTo(412);
  }

  @Test
  void a_change_that_is_merged_again_leaves_no_grant_behind() throws Exception {
    ApiServer.Client org = api.organization("granting");
    String url = "{\"url\":\"https://example.com/\"%s}";
    String one =
        PATH + "/" + org.post(PATH, url.formatted(",\"interval_seconds\":3600")).text("id");
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> others = new ArrayList<>();
      for (String field : FIELDS) {
        others.add(
            people.submit(() ->
                IntStream.rangeClosed(1, 30)
                    .forEach(value -> org.patch(one, "{\"%s\":%d}".formatted(field, value)))));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(org.patch(one, "{\"graph_id\":\"langgraph:x\"}").status()).isEqualTo(200);
        assertThat(org.patch(one, url.formatted("")).status()).isEqualTo(200);
      }
      for (Future<?> other : others) {
        other.get();
      }
    }
    assertThat(org.get("/api/v1/grants?limit=200").json().get("items").valueStream())
        .filteredOn(grant -> grant.get("valid").booleanValue())
        .hasSize(10);
  }

  @Test
  void an_agent_cannot_take_a_schedule_that_speaks_as_it_somewhere_else() {
    ApiServer.Client org = api.organization("speaking");
    ApiServer.Client gina = org.token("agent:gina", "read", "write");
    String id =
        org.post(PATH, "{\"agent_id\":\"gina\",\"payload_text\":\"hi\",\"interval_seconds\":3600}")
            .text("id");
    ApiServer.Reply before = org.get(PATH + "/" + id);
    assertThat(before.text("owner")).doesNotContain("gina");
    int grants = org.get("/api/v1/grants").json().get("items").size();

    for (String change :
        List.of("{\"url\":\"https://example.com/\"}", "{\"graph_id\":\"langgraph:x\"}")) {
      ApiServer.Reply refused = gina.patch(PATH + "/" + id, change);
      assertThat(refused.status()).as(refused.body()).isEqualTo(403);
      assertThat(refused.code()).isEqualTo("agent.refused");
    }
    String set =
        """
        {"schedules":[{"id":"%s","url":"https://example.com/","interval_seconds":3600}]}\
        """
            .formatted(id);
    assertThat(gina.put(PATH + "/apply", set).status()).isBetween(400, 499);
    assertThat(org.get(PATH + "/" + id).body()).isEqualTo(before.body());
    assertThat(org.get("/api/v1/grants").json().get("items")).hasSize(grants);

    assertThat(gina.patch(PATH + "/" + id, "{\"payload_text\":\"hello\"}").status()).isEqualTo(200);
    assertThat(gina.get(PATH + "/" + id).text("payload_text")).isEqualTo("hello");
  }
}
