package dev.carillon.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The eight tools, called by the official client over streamable HTTP. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class McpTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static String token(String principal, String... scopes) {
    return api.operator().token(principal, scopes).token();
  }

  private static Agent agent(String name) {
    return Agent.connected(api, token("agent:" + name, "read", "write", "run"));
  }

  @Test
  void the_client_is_told_who_answers_how_to_begin_and_which_tools_there_are() {
    try (Agent agent = agent("ada")) {
      McpSchema.InitializeResult hello = agent.client().getCurrentInitializationResult();
      assertThat(hello.serverInfo().name()).isEqualTo("carillon");
      assertThat(hello.instructions()).contains("preview_schedule").contains("timezone");
      List<McpSchema.Tool> tools = agent.client().listTools().tools();
      assertThat(tools)
          .extracting(McpSchema.Tool::name)
          .containsExactlyInAnyOrder(
              "create_schedule",
              "list_schedules",
              "pause_schedule",
              "resume_schedule",
              "stop_schedule",
              "run_schedule",
              "schedule_history",
              "preview_schedule");
      assertThat(tools)
          .allSatisfy(tool -> {
            assertThat(tool.description()).hasSizeGreaterThan(50);
            assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
            assertThat(tool.outputSchema()).containsEntry("type", "object");
            assertThat(tool.annotations().readOnlyHint()).isNotNull();
          });
      agent.client().ping();
    }
  }

  @Test
  void an_agent_that_says_every_10_minutes_means_itself() {
    try (Agent frank = agent("frank")) {
      Instant before = Instant.now();
      JsonNode made =
          frank.data("create_schedule", Map.of("every", "10m", "message", "Check the deployment"));
      JsonNode schedule = made.get("schedule");
      assertThat(schedule.get("agent_id").stringValue()).isEqualTo("frank");
      assertThat(schedule.get("owner").stringValue()).isEqualTo("agent:frank");
      assertThat(schedule.get("interval_seconds").intValue()).isEqualTo(600);
      assertThat(made.get("understood").stringValue()).isEqualTo("every 10m");
      assertThat(Instant.parse(made.at("/next_runs/0").stringValue()))
          .isAfter(before.plus(Duration.ofMinutes(9)));
      assertThat(made.get("next_runs")).hasSize(3);
    }
  }

  @Test
  void times_are_taken_the_way_people_say_them() {
    try (Agent agent = agent("words")) {
      JsonNode phrase =
          agent.data(
              "create_schedule",
              Map.of(
                  "when", "every weekday at 9am", "timezone", "Europe/Berlin", "message", "Hello"));
      assertThat(phrase.at("/schedule/cron").stringValue()).isEqualTo("0 9 * * 1-5");
      assertThat(phrase.at("/schedule/timezone").stringValue()).isEqualTo("Europe/Berlin");
      assertThat(phrase.get("understood").stringValue()).contains("weekdays at 09:00");
      JsonNode soon =
          agent.data("create_schedule", Map.of("when", "in 2 hours", "message", "Remember"));
      assertThat(Instant.parse(soon.at("/schedule/run_at").stringValue()))
          .isBetween(Instant.now().plusSeconds(7000), Instant.now().plusSeconds(7300));
      JsonNode once =
          agent.data(
              "create_schedule",
              Map.of("at", "2099-02-12T18:00:00", "timezone", "America/Denver", "message", "Go"));
      assertThat(once.at("/schedule/run_at").stringValue()).isEqualTo("2099-02-13T01:00:00.000Z");
      JsonNode cron =
          agent.data("create_schedule", Map.of("cron", "*/30 * * * *", "message", "Mail"));
      assertThat(cron.at("/schedule/cron").stringValue()).isEqualTo("*/30 * * * *");
    }
  }

  @Test
  void a_preview_tells_what_a_phrase_means_and_creates_nothing() {
    try (Agent agent = agent("preview")) {
      String said =
          agent.said(
              "preview_schedule",
              Map.of("when", "every day at 02:30", "timezone", "Europe/Berlin", "count", 2));
      assertThat(said).contains("Understood: cron \"30 2 * * *\"").contains("Europe/Berlin");
      JsonNode data = agent.data("preview_schedule", Map.of("every", "90s", "count", 4));
      assertThat(data.get("slots")).hasSize(4);
      assertThat(agent.data("list_schedules", Map.of()).get("schedules")).isEmpty();
    }
  }

  @Test
  void a_schedule_is_paused_resumed_and_stopped_by_its_name_or_its_id() {
    try (Agent agent = agent("verbs")) {
      JsonNode made =
          agent.data(
              "create_schedule", Map.of("name", "Mail", "every", "1h", "message", "Look at it"));
      String id = made.at("/schedule/id").stringValue();
      JsonNode paused =
          agent.data("pause_schedule", Map.of("schedule", "mail", "reason", "holidays"));
      assertThat(paused.at("/schedule/status").stringValue()).isEqualTo("paused");
      assertThat(paused.at("/schedule/status_reason").stringValue())
          .isEqualTo("agent:verbs: holidays");
      assertThat(agent.said("list_schedules", Map.of("status", "paused"))).contains("holidays");
      assertThat(agent.refused("pause_schedule", Map.of("schedule", id)))
          .contains("(schedule.wrong_status)");
      assertThat(agent.said("resume_schedule", Map.of("schedule", id))).contains("next run");
      JsonNode stopped = agent.data("stop_schedule", Map.of("schedule", "Mail"));
      assertThat(stopped.at("/schedule/status").stringValue()).isEqualTo("stopped");
      assertThat(stopped.get("deleted").booleanValue()).isFalse();
      JsonNode gone = agent.data("stop_schedule", Map.of("schedule", id, "delete", true));
      assertThat(gone.get("deleted").booleanValue()).isTrue();
      assertThat(agent.refused("schedule_history", Map.of("schedule", id)))
          .contains("(schedule.not_found)");
    }
  }

  @Test
  void a_run_asked_for_now_is_in_the_history_with_its_end() {
    try (Agent agent = agent("runner")) {
      agent.data("create_schedule", Map.of("name", "Now", "every", "1d", "message", "Hello"));
      JsonNode run = agent.data("run_schedule", Map.of("schedule", "Now")).get("run");
      assertThat(run.get("origin").stringValue()).isEqualTo("manual");
      await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> {
            JsonNode history = agent.data("schedule_history", Map.of("schedule", "Now"));
            assertThat(history.at("/runs/0/id")).isEqualTo(run.get("id"));
            assertThat(history.at("/runs/0/status").stringValue()).isEqualTo("success");
            assertThat(history.at("/runs/0").has("message_id")).isTrue();
          });
      assertThat(agent.said("schedule_history", Map.of("schedule", "Now")))
          .contains("success in ")
          .contains("manual");
    }
  }

  @Test
  void two_agents_see_nothing_of_each_other_and_can_do_nothing_to_each_other() {
    try (Agent alice = agent("alice");
        Agent bob = agent("bob")) {
      String id =
          alice
              .data("create_schedule", Map.of("name", "Secret", "every", "1h", "message", "Mine"))
              .at("/schedule/id")
              .stringValue();
      assertThat(bob.data("list_schedules", Map.of()).get("schedules")).isEmpty();
      assertThat(bob.data("list_schedules", Map.of("search", "Secret")).get("schedules")).isEmpty();
      assertThat(bob.data("list_schedules", Map.of("agent_id", "alice")).get("schedules"))
          .isEmpty();
      for (String tool :
          List.of(
              "pause_schedule",
              "resume_schedule",
              "stop_schedule",
              "run_schedule",
              "schedule_history")) {
        assertThat(bob.refused(tool, Map.of("schedule", id))).contains("(schedule.not_found)");
        assertThat(bob.refused(tool, Map.of("schedule", "Secret")))
            .contains("there is no schedule called \"Secret\"");
      }
      assertThat(bob.refused("stop_schedule", Map.of("schedule", id, "delete", true)))
          .contains("(schedule.not_found)");
      assertThat(
              bob.refused(
                  "create_schedule",
                  Map.of("agent_id", "alice", "every", "1h", "message", "Not mine")))
          .contains("an agent schedules messages to itself only");
      assertThat(alice.data("list_schedules", Map.of()).get("schedules")).hasSize(1);
    }
  }

  @Test
  void scopes_hold_for_tools_as_they_do_for_the_API() {
    String reader = token("agent:reader", "read");
    try (Agent agent = Agent.connected(api, reader)) {
      assertThat(agent.data("list_schedules", Map.of()).get("schedules")).isEmpty();
      assertThat(agent.refused("create_schedule", Map.of("every", "1h", "message", "x")))
          .contains("this needs a token with the scope write")
          .contains("(scope.missing)");
    }
    String writer = token("agent:writer", "write");
    try (Agent agent = Agent.connected(api, writer)) {
      agent.data("create_schedule", Map.of("name", "W", "every", "1h", "message", "x"));
      assertThat(agent.refused("run_schedule", Map.of("schedule", "W"))).contains("the scope run");
    }
  }

  @Test
  void what_is_wrong_is_said_so_that_a_model_can_put_it_right() {
    try (Agent agent = agent("clumsy")) {
      assertThat(agent.refused("create_schedule", Map.of("message", "x")))
          .contains("it does not say when to run")
          .contains("Give exactly one of when");
      assertThat(agent.refused("create_schedule", Map.of("every", "1h", "cron", "* * * * *")))
          .contains("every and cron cannot be combined");
      assertThat(agent.refused("create_schedule", Map.of("every", "1h")))
          .contains("does not say what a run does")
          .contains("message")
          .doesNotContain("payload_text");
      assertThat(agent.refused("create_schedule", Map.of("cron", "0 24 * * *", "message", "x")))
          .contains("24")
          .contains("What to do:")
          .contains("(timing.");
      assertThat(agent.refused("create_schedule", Map.of("when", "now and then", "message", "x")))
          .contains("not understood")
          .contains("every weekday at 9am");
      assertThat(agent.refused("create_schedule", Map.of("evry", "1h", "message", "x")))
          .contains("Did you mean every?");
      assertThat(
              agent.refused(
                  "create_schedule", Map.of("every", "1h", "message", "x", "timezone", "Mars")))
          .contains("Mars");
      assertThat(agent.refused("pause_schedule", Map.of())).contains("schedule is missing");
    }
  }

  @Test
  void a_name_that_two_schedules_have_is_not_guessed() {
    try (Agent agent = agent("twins")) {
      agent.data("create_schedule", Map.of("name", "Twin", "every", "1h", "message", "x"));
      agent.data("create_schedule", Map.of("name", "Twin", "every", "2h", "message", "x"));
      assertThat(agent.refused("stop_schedule", Map.of("schedule", "Twin")))
          .contains("2 schedules are called \"Twin\"")
          .contains("every 2h");
    }
  }

  @Test
  void lists_go_on_where_they_stopped() {
    try (Agent agent = agent("pages")) {
      for (int i = 0; i < 3; i++) {
        agent.data("create_schedule", Map.of("name", "p" + i, "every", "1h", "message", "x"));
      }
      JsonNode first = agent.data("list_schedules", Map.of("limit", 2));
      assertThat(first.get("schedules")).hasSize(2);
      String cursor = first.get("next_cursor").stringValue();
      JsonNode second = agent.data("list_schedules", Map.of("limit", 2, "cursor", cursor));
      assertThat(second.at("/schedules/0/name").stringValue()).isEqualTo("p2");
      assertThat(second.get("next_cursor").isNull()).isTrue();
    }
  }

  @Test
  void a_user_schedules_workflows_graphs_and_calls() {
    try (Agent ada = Agent.connected(api, token("user:ada", "read", "write", "run"))) {
      assertThat(
              ada.said(
                  "create_schedule",
                  Map.of("workflow_id", "wf-1", "every", "1h", "payload", Map.of("a", 1))))
          .contains("workflow wf-1");
      assertThat(
              ada.said(
                  "create_schedule",
                  Map.of("url", "https://example.com/hook", "every", "1h", "total_repeats", 3)))
          .contains("POST https://example.com/hook");
      assertThat(ada.refused("create_schedule", Map.of("message", "x", "every", "1h")))
          .contains("agent_id is missing");
    }
  }

  @Test
  void a_client_that_left_can_come_back_and_one_whose_token_was_revoked_cannot_go_on() {
    String token = token("agent:leaver", "read", "write");
    try (Agent agent = Agent.connected(api, token)) {
      agent.data("create_schedule", Map.of("name", "Stays", "every", "1h", "message", "x"));
    }
    try (Agent again = Agent.connected(api, token)) {
      assertThat(again.data("list_schedules", Map.of()).get("schedules")).hasSize(1);
      String id =
          api.operator()
              .get("/api/v1/tokens?limit=200")
              .json()
              .get("items")
              .valueStream()
              .filter(one -> one.get("principal").stringValue().equals("agent:leaver"))
              .findFirst()
              .orElseThrow()
              .get("id")
              .stringValue();
      api.operator().delete("/api/v1/tokens/" + id);
      assertThatThrownBy(() -> again.call("list_schedules", Map.of()));
    }
  }

  @Test
  void without_a_valid_token_nothing_begins() {
    try (Agent nobody = Agent.with(api, "car_" + "x".repeat(43))) {
      assertThatThrownBy(() -> nobody.client().initialize());
    }
  }
}
