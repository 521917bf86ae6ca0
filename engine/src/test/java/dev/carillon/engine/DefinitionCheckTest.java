package dev.carillon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.engine.store.PgStore;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the database itself refuses as a definition, whoever writes it. */
class DefinitionCheckTest {

  @RegisterExtension static final TestDatabase database = new TestDatabase();

  /** Adds a schedule of this id and cron expression, which is one if the expression is. */
  private static final String INSERT =
      """
      insert into carillon.schedules (id, org_id, version, created_at, updated_at, name, description,
        owner, status, cron, timezone, jitter_ms, target, handler, total_repeats, max_retries,
        retry_delay_ms, timeout_ms, max_failures, on_max_failures, overlap, catch_up,
        starting_deadline_ms, backfill_limit)
      values ('%s', 1, 1, now(), now(), 'x', '', 'user:ada', 'active', %s, 'UTC', 0, 'handler', 'none',
        0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0)
      """;

  @BeforeAll
  static void migrate() {
    PgStore.open(database.own()).close();
  }

  private static UUID added() {
    UUID id = UUID.randomUUID();
    database.execute(INSERT.formatted(id, "'0 9 * * *'"));
    return id;
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          schedules_one_timing            | run_at = now()
          schedules_one_timing            | cron = null, timezone = null
          schedules_cron_has_zone         | timezone = null
          schedules_interval_has_anchor   | anchor_at = now()
          schedules_interval_has_anchor   | interval_from = 'slot'
          schedules_interval_from_check   | cron = null, timezone = null, interval_ms = 1, anchor_at = now(), interval_from = 'start'
          schedules_target_check          | target = 'mail'
          schedules_target_is_whole       | handler = null
          schedules_target_is_whole       | target = 'workflow'
          schedules_target_is_whole       | target = 'graph'
          schedules_target_is_whole       | target = 'message', agent_id = 'a', payload_kind = 'message'
          schedules_target_is_whole       | target = 'http', url = 'https://a', method = 'GET'
          schedules_payload_kind_check    | payload_kind = 'letter'
          schedules_on_max_failures_check | on_max_failures = 'done'
          schedules_overlap_check         | overlap = 'Skip'
          schedules_catch_up_check        | catch_up = ''
          schedules_status_check          | status = 'asleep'
          """)
  void an_edit_that_leaves_no_definition_is_refused_and_the_broken_rule_named(
      String rule, String change) {
    UUID id = added();
    assertThatThrownBy(() ->
            database.execute(
                "update carillon.schedules set %s where id = '%s'".formatted(change, id)))
        .cause()
        .hasMessageContaining('"' + rule + '"')
        .extracting("SQLState")
        .isEqualTo("23514");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cron = null, timezone = null, interval_ms = 1, anchor_at = now(), interval_from = 'slot'
          cron = null, timezone = null, run_at = now()
          target = 'workflow', workflow_id = 'w'
          target = 'graph', graph_id = 'g'
          target = 'message', agent_id = 'a', payload_kind = 'message', payload_text = 't'
          target = 'http', url = 'https://a', method = 'GET', headers = '{}'
          status = 'done'
          """)
  void an_edit_that_leaves_one_is_written(String change) {
    UUID id = added();
    assertThat(
            database.execute(
                "update carillon.schedules set %s where id = '%s'".formatted(change, id)))
        .isEqualTo(1);
  }

  @Test
  void a_row_that_is_no_definition_is_refused() {
    assertThatThrownBy(() -> database.execute(INSERT.formatted(UUID.randomUUID(), "null")))
        .cause()
        .hasMessageContaining("\"schedules_one_timing\"");
  }
}
