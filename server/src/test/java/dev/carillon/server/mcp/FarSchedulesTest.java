package dev.carillon.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Schedules that are many, and yet behind more others than one request looks at: its page is empty,
 * and those who would take that for an empty list go on.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FarSchedulesTest {

  private static final String LIST = "/api/v1/schedules?q=Far&limit=40";

  @RegisterExtension static final ApiServer api = new ApiServer();

  @BeforeAll
  static void many_schedules_with_others_before_them() {
    api.execute(
        """
        with made as (
          insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
            description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
            agent_id, payload_kind, payload_text, total_repeats, max_retries, retry_delay_ms,
            timeout_ms, max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms,
            backfill_limit)
          select (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-000000000000')::uuid,
            (select id from carillon.organizations where name = 'default'), 1, now(), now(),
            case when i = 12199 then 'O''Hara \\ %L $$ :* & ! (;) ß' else
              case when i > 10100 then 'Far ' else 'Near ' end || i end, '', 'user:ada', 'active', 86400000,
            'slot', now(), 0, 'message', 'frank', 'message', 'x', 0, 3, 60000, 300000, 5, 'paused',
            'skip', 'latest', 3600000, 0
          from generate_series(1, 12200) as i
          returning id, org_id)
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, open_runs, repeat,
          retry, run_count, error_count, consecutive_failures, skipped_count, run_seq)
        select id, org_id, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 from made
        """);
  }

  @Test
  void the_api_answers_with_a_page_without_items_and_a_cursor() {
    JsonNode first = api.operator().get(LIST).json();
    assertThat(first.get("items")).isEmpty();
    JsonNode second =
        api.operator().get(LIST + "&cursor=" + first.get("next_cursor").stringValue()).json();
    assertThat(second.get("items")).hasSize(40);
    assertThat(second.at("/items/0/name").stringValue()).isEqualTo("Far 10101");
  }

  /** Such a text is put into the statement that asks how many names it may be in. */
  @ParameterizedTest
  @ValueSource(
      strings = {"O'H", "'", "'H", "\\", "a \\ %", "%L", "$$", " :*", ":* & !", "(;)", "ß"})
  void what_one_name_alone_has_is_found_at_once_whatever_it_means_to_sql(String sought) {
    JsonNode found =
        api.operator()
            .get("/api/v1/schedules?q=" + URLEncoder.encode(sought, StandardCharsets.UTF_8))
            .json();
    assertThat(found.get("items")).hasSize(1);
    assertThat(found.at("/items/0/name").stringValue()).contains(sought);
    assertThat(found.get("next_cursor").isNull()).isTrue();
  }

  @Test
  void an_agent_is_told_of_them_and_finds_one_by_its_name() {
    String token = api.operator().token("user:ada", "read", "write", "run").token();
    try (Agent ada = Agent.connected(api, token)) {
      JsonNode list = ada.data("list_schedules", Map.of("search", "far", "limit", 30));
      assertThat(list.get("schedules")).hasSize(30);
      assertThat(list.get("next_cursor").isNull()).isFalse();
      JsonNode paused = ada.data("pause_schedule", Map.of("schedule", "Far 12200"));
      assertThat(paused.at("/schedule/name").stringValue()).isEqualTo("Far 12200");
    }
  }

  @Test
  void clients_of_older_systems_get_a_full_page() {
    JsonNode jobs = api.operator().get("/api/v1/jobs?q=far&limit=60").json();
    assertThat(jobs.get("items")).hasSize(60);
    assertThat(jobs.get("next_cursor").isNull()).isFalse();
  }
}
