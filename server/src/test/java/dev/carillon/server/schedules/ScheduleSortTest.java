package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Lists in an order of the reader's choice, and how many they hold. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleSortTest {

  private static final String PATH = "/api/v1/schedules";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static ApiServer.Client org;

  @BeforeAll
  static void some_schedules() {
    org = api.organization("sorted");
    // The name says when it is due; two are due at once, and the paused ones never.
    create("delta 300", 300, "\"handler\":\"h\"");
    create("alpha 500", 500, "\"workflow_id\":\"w1\"");
    create("Zulu 100", 100, "\"handler\":\"h\"");
    create("bravo 400", 400, "\"workflow_id\":\"w1\"");
    pause(create("charlie paused", 200, "\"workflow_id\":\"w1\""));
    create("écho 600", 600, "\"agent_id\":\"frank\",\"payload_text\":\"x\"");
    pause(create("alpha paused", 200, "\"handler\":\"h\""));
    api.execute(
        "update carillon.timers t set last_run_at = '2026-01-01T00:00:00Z'::timestamptz +"
            + " length(s.name) * interval '1 minute' from carillon.schedules s where s.id ="
            + " t.schedule_id and s.name like '%0'");
  }

  private static String create(String name, int dueInMinutes, String fields) {
    ApiServer.Reply reply =
        org.post(
            PATH,
            "{\"name\":\"%s\",\"interval_seconds\":%d,%s}"
                .formatted(name, dueInMinutes * 60, fields));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.text("id");
  }

  private static void pause(String id) {
    assertThat(org.post(PATH + "/" + id + "/pause", null).status()).isEqualTo(200);
  }

  /** All names, page by page. */
  private static List<String> names(ApiServer.Client client, String query, int limit) {
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get(PATH + query + "&limit=" + limit + cursor).json();
      assertThat(page.has("items")).as(page.toString()).isTrue();
      assertThat(page.get("items").size()).isLessThanOrEqualTo(limit);
      page.get("items").forEach(item -> names.add(item.get("name").stringValue()));
      JsonNode next = page.get("next_cursor");
      cursor =
          next.isNull()
              ? null
              : "&cursor=" + URLEncoder.encode(next.stringValue(), StandardCharsets.UTF_8);
    } while (cursor != null);
    return names;
  }

  private static void assertOrder(String query, String... expected) {
    for (int limit : new int[] {1, 2, 3, 50}) {
      assertThat(names(org, query, limit)).as(query + " by " + limit).containsExactly(expected);
    }
  }

  @Test
  void by_name_in_the_order_of_bytes() {
    assertOrder(
        "?sort=name",
        "Zulu 100",
        "alpha 500",
        "alpha paused",
        "bravo 400",
        "charlie paused",
        "delta 300",
        "écho 600");
    assertOrder(
        "?sort=name&order=desc",
        "écho 600",
        "delta 300",
        "charlie paused",
        "bravo 400",
        "alpha paused",
        "alpha 500",
        "Zulu 100");
  }

  @Test
  void by_the_next_run_with_those_that_have_none_last() {
    assertThat(names(org, "?sort=next_run_at", 2).subList(0, 5))
        .containsExactly("Zulu 100", "delta 300", "bravo 400", "alpha 500", "écho 600");
    assertThat(names(org, "?sort=next_run_at", 2)).hasSize(7).doesNotHaveDuplicates();
    assertThat(names(org, "?sort=next_run_at&order=desc", 3).subList(0, 5))
        .containsExactly("écho 600", "alpha 500", "bravo 400", "delta 300", "Zulu 100");
    assertThat(names(org, "?sort=next_run_at&order=desc", 1)).hasSize(7).doesNotHaveDuplicates();
  }

  @Test
  void by_the_last_run_and_by_status() {
    assertThat(names(org, "?sort=last_run_at&order=desc", 2).subList(0, 5))
        .endsWith("Zulu 100", "écho 600")
        .startsWith("delta 300");
    assertThat(names(org, "?sort=status&order=desc", 2).subList(0, 2))
        .containsExactlyInAnyOrder("charlie paused", "alpha paused");
    assertThat(names(org, "?sort=status", 2).subList(5, 7))
        .containsExactlyInAnyOrder("charlie paused", "alpha paused");
  }

  @Test
  void together_with_every_filter() {
    assertOrder("?sort=name&workflow_id=w1", "alpha 500", "bravo 400", "charlie paused");
    assertOrder("?sort=name&order=desc&q=ALPHA", "alpha paused", "alpha 500");
    assertOrder("?sort=next_run_at&status=active&workflow_id=w1", "bravo 400", "alpha 500");
    assertOrder("?sort=next_run_at&q=a&status=active", "delta 300", "bravo 400", "alpha 500");
    assertOrder("?sort=name&agent_id=frank", "écho 600");
    assertOrder(
        "?sort=next_run_at&order=desc&target=handler&enabled=true", "delta 300", "Zulu 100");
    assertOrder("?sort=name&q=nothing-like-it");
    ApiServer.Client frank = org.token("agent:frank", "read");
    assertThat(names(frank, "?sort=name", 1)).containsExactly("écho 600");
    assertThat(names(frank, "?sort=next_run_at", 1)).containsExactly("écho 600");
  }

  @Test
  void a_page_goes_on_where_the_one_before_ended_though_that_row_has_moved_or_is_gone() {
    ApiServer.Client other = api.organization("moving");
    for (String name : List.of("a", "b", "c", "d")) {
      other.post(
          PATH,
          "{\"name\":\"%s\",\"handler\":\"h\",\"interval_seconds\":%d}"
              .formatted(name, 600 * name.charAt(0)));
    }
    JsonNode first = other.get(PATH + "?sort=next_run_at&limit=2").json();
    String second = first.get("items").get(1).get("id").stringValue();
    other.post(PATH + "/" + second + "/pause", null);
    String cursor = first.get("next_cursor").stringValue();
    JsonNode next = other.get(PATH + "?sort=next_run_at&limit=2&cursor=" + cursor).json();
    assertThat(next.get("items").get(0).get("name").stringValue()).isEqualTo("c");
    other.delete(PATH + "/" + second);
    next = other.get(PATH + "?sort=next_run_at&limit=2&cursor=" + cursor).json();
    assertThat(next.get("items").get(0).get("name").stringValue()).isEqualTo("c");
    assertThat(other.get(PATH + "?sort=name&cursor=" + cursor).code()).isEqualTo("cursor.invalid");
    assertThat(other.get(PATH + "?cursor=" + cursor).code()).isEqualTo("cursor.invalid");
  }

  @Test
  void what_cannot_be_sorted_by_is_refused() {
    assertThat(org.get(PATH + "?sort=colour").code()).isEqualTo("query.invalid");
    assertThat(org.get(PATH + "?order=asc").code()).isEqualTo("query.invalid");
    assertThat(org.get(PATH + "?include=everything").code()).isEqualTo("query.invalid");
  }

  @Test
  void counts_go_by_the_same_filters() {
    assertThat(org.get(PATH + "/counts").body())
        .isEqualTo("{\"active\":5,\"paused\":2,\"done\":0,\"dead\":0,\"stopped\":0,\"total\":7}");
    assertThat(count("?workflow_id=w1")).isEqualTo(3);
    assertThat(count("?status=paused")).isEqualTo(2);
    assertThat(count("?q=alpha")).isEqualTo(2);
    assertThat(count("?target=message&agent_id=frank&enabled=true")).isEqualTo(1);
    ApiServer.Client frank = org.token("agent:frank", "read");
    assertThat(frank.get(PATH + "/counts").json().get("total").intValue()).isEqualTo(1);
    assertThat(api.organization("empty").get(PATH + "/counts").json().get("total").intValue())
        .isZero();
  }

  private static int count(String query) {
    return org.get(PATH + "/counts" + query).json().get("total").intValue();
  }

  @Test
  void the_timing_in_words_comes_along_when_asked_for() {
    JsonNode items = org.get(PATH + "?sort=name&include=timing,outcomes").json().get("items");
    assertThat(items.get(0).get("timing").stringValue()).contains("every");
    assertThat(items.get(0).get("outcomes")).isEmpty();
    assertThat(org.get(PATH).json().get("items").get(0).has("outcomes")).isFalse();
  }
}
