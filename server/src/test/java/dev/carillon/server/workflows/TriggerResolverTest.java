package dev.carillon.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TriggerResolverTest {

  private static final String TRIGGERS =
      """
      [{"id":"t-all","type":"schedule","nodeId":"node-1"},
       {"id":"t-mine","type":"trigger_schedule","nodeId":"node-2",
        "config":{"scheduled_job_id":"mine"}},
       {"id":"t-other","type":"schedule","settings":{"scheduled_job_id":"other"}},
       {"id":"t-off","type":"schedule","active":false},
       {"id":"t-hook","type":"webhook","nodeId":"node-3"}]
      """;

  private static List<String> resolve(String triggerNodeId, String scheduleId) {
    return TriggerResolver.resolve(Trigger.all(TRIGGERS), triggerNodeId, scheduleId).stream()
        .map(Trigger::id)
        .toList();
  }

  @Test
  void without_a_name_every_schedule_trigger_whose_filter_matches_is_started() {
    assertThat(resolve(null, "mine")).containsExactly("t-all", "t-mine");
    assertThat(resolve(null, "other")).containsExactly("t-all", "t-other");
  }

  @Test
  void no_filter_matches_all_events() {
    assertThat(resolve(null, "anything")).containsExactly("t-all");
  }

  @Test
  void an_explicit_trigger_is_the_only_one_whatever_its_filter() {
    assertThat(resolve("t-other", "mine")).containsExactly("t-other");
    assertThat(resolve("node-2", "x")).containsExactly("t-mine");
  }

  @Test
  void an_explicit_trigger_that_does_not_exist_starts_nothing() {
    assertThat(resolve("gone", "mine")).isEmpty();
  }
}
