package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Lists: their filters, their pages, and what an agent sees of them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleListTest {

  private static final String PATH = "/api/v1/schedules";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static String create(ApiServer.Client client, String fields) {
    ApiServer.Reply reply = client.post(PATH, "{\"interval_seconds\":3600,%s}".formatted(fields));
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.text("id");
  }

  private static List<String> names(ApiServer.Client client, String query) {
    ApiServer.Reply reply = client.get(PATH + query);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json().get("items").valueStream().map(s -> s.get("name").asString()).toList();
  }

  @Test
  void filters_narrow_the_list_alone_and_together() {
    ApiServer.Client org = api.organization("filters");
    create(org, "\"name\":\"a report\",\"workflow_id\":\"w1\"");
    String b = create(org, "\"name\":\"b Report\",\"workflow_id\":\"w1\"");
    create(org, "\"name\":\"c mail\",\"agent_id\":\"frank\",\"payload_text\":\"x\"");
    create(org, "\"name\":\"d call\",\"url\":\"https://x.example\",\"enabled\":false");
    org.post(PATH + "/" + b + "/stop", null);

    assertThat(names(org, "")).containsExactly("a report", "b Report", "c mail", "d call");
    assertThat(names(org, "?status=active")).containsExactly("a report", "c mail");
    assertThat(names(org, "?enabled=false")).containsExactly("b Report", "d call");
    assertThat(names(org, "?enabled=true&status=stopped")).isEmpty();
    assertThat(names(org, "?workflow_id=w1")).containsExactly("a report", "b Report");
    assertThat(names(org, "?workflow_id=w1&status=stopped")).containsExactly("b Report");
    assertThat(names(org, "?agent_id=frank")).containsExactly("c mail");
    assertThat(names(org, "?agent_id=frank&q=report")).isEmpty();
    assertThat(names(org, "?target=http")).containsExactly("d call");
    assertThat(names(org, "?target=http&enabled=true")).isEmpty();
    assertThat(names(org, "?q=REPORT")).containsExactly("a report", "b Report");
    assertThat(names(org, "?q=port&status=active")).containsExactly("a report");
    assertThat(names(org, "?q=b")).containsExactly("b Report");
    assertThat(names(org, "?q=%25")).isEmpty();
    assertThat(org.get(PATH + "?status=sleeping").status()).isEqualTo(400);
  }

  @Test
  void pages_stay_right_while_rows_come_and_go() {
    ApiServer.Client org = api.organization("pages");
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.add(create(org, "\"handler\":\"h\",\"name\":\"s%d\"".formatted(i)));
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      JsonNode page = org.get(PATH + "?limit=2" + cursor).json();
      page.get("items").values().forEach(one -> seen.add(one.get("id").asString()));
      cursor =
          page.get("next_cursor").isNull() ? null : "&cursor=" + page.get("next_cursor").asString();
      pages++;
      if (pages == 2) {
        org.delete(PATH + "/" + made.get(0));
        made.add(create(org, "\"handler\":\"h\",\"name\":\"later\""));
      }
    } while (cursor != null);
    assertThat(seen).containsExactlyElementsOf(made);
    assertThat(pages).isEqualTo(4);
  }

  @Test
  void a_cursor_belongs_to_its_list() {
    ApiServer.Client org = api.organization("cursors");
    create(org, "\"handler\":\"h\"");
    create(org, "\"handler\":\"h\"");
    String cursor = org.get(PATH + "?limit=1").text("next_cursor");
    assertThat(org.get(PATH + "?limit=1&cursor=" + cursor).status()).isEqualTo(200);
    ApiServer.Reply other = org.get(PATH + "?limit=1&status=active&cursor=" + cursor);
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.code()).isEqualTo("cursor.invalid");
    assertThat(org.get(PATH + "?cursor=nonsense!").code()).isEqualTo("cursor.invalid");
  }

  @Test
  void an_agent_manages_its_own_schedules_and_no_others() {
    ApiServer.Client org = api.organization("agents");
    ApiServer.Client frank = org.token("agent:frank", "read", "write", "run");
    String foreign = create(org, "\"handler\":\"h\",\"name\":\"foreign\"");
    String other = create(org, "\"agent_id\":\"eve\",\"payload_text\":\"x\",\"name\":\"other\"");
    create(org, "\"agent_id\":\"frank\",\"payload_text\":\"x\",\"name\":\"to frank\"");
    String own = create(frank, "\"payload_text\":\"remind me\",\"name\":\"own\"");

    assertThat(names(frank, "")).containsExactly("to frank", "own");
    assertThat(names(frank, "?q=own")).containsExactly("own");
    assertThat(names(frank, "?agent_id=eve")).isEmpty();
    JsonNode shown = frank.get(PATH + "/" + own).json();
    assertThat(shown.get("owner").asString()).isEqualTo("agent:frank");
    assertThat(shown.get("agent_id").asString()).isEqualTo("frank");
    for (String id : List.of(foreign, other)) {
      assertThat(frank.get(PATH + "/" + id).status()).isEqualTo(404);
      assertThat(frank.patch(PATH + "/" + id, "{\"name\":\"mine\"}").status()).isEqualTo(404);
      assertThat(frank.post(PATH + "/" + id + "/run", null).status()).isEqualTo(404);
      assertThat(frank.delete(PATH + "/" + id).status()).isEqualTo(404);
      assertThat(frank.get(PATH + "/" + id + "/runs").status()).isEqualTo(404);
    }
    assertThat(
            frank
                .post(
                    PATH, "{\"interval_seconds\":5,\"agent_id\":\"eve\",\"payload_text\":\"psst\"}")
                .code())
        .isEqualTo("agent.refused");
    assertThat(frank.get("/api/v1/status").code()).isEqualTo("agent.refused");
    assertThat(frank.post(PATH + "/" + own + "/pause", null).text("status_reason"))
        .isEqualTo("paused by agent:frank");
    assertThat(frank.delete(PATH + "/" + own).status()).isEqualTo(204);
  }
}
