package dev.carillon.importers.bull;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The older keys say everything; they are read from their end. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RepeatKeyTest {

  @Test
  void a_cron_has_five_parts() {
    assertThat(RepeatKey.parse("cmhn9:cmhn9-trigger-node-123::UTC:0 9 * * *"))
        .extracting(RepeatKey::name, RepeatKey::jobId, RepeatKey::timezone, RepeatKey::cron)
        .containsExactly("cmhn9", "cmhn9-trigger-node-123", "UTC", "0 9 * * *");
  }

  @Test
  void an_interval_has_four_parts_in_bull_and_five_in_bullmq() {
    assertThat(RepeatKey.parse("__default__:::300000"))
        .extracting(RepeatKey::name, RepeatKey::jobId, RepeatKey::everyMillis)
        .containsExactly("__default__", "", 300_000L);
    assertThat(RepeatKey.parse("beat::::300000"))
        .extracting(RepeatKey::name, RepeatKey::jobId, RepeatKey::everyMillis)
        .containsExactly("beat", "", 300_000L);
    assertThat(RepeatKey.parse("beat:id:1770800400000::300000").endMillis())
        .isEqualTo(1_770_800_400_000L);
    assertThat(RepeatKey.parse("beat:id:1770800400000:300000").endMillis())
        .isEqualTo(1_770_800_400_000L);
  }

  @Test
  void names_may_have_colons() {
    assertThat(RepeatKey.parse("a:b:c:id::Europe/Berlin:0 9 * * *").name()).isEqualTo("a:b:c");
  }

  @Test
  void the_id_of_a_scheduler_is_none() {
    assertThat(RepeatKey.parse("daily-digest")).isNull();
    assertThat(RepeatKey.parse("tenant:42:digest:weekly")).isNull();
    assertThat(RepeatKey.parse("")).isNull();
  }
}
