package dev.carillon.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

/** What becomes of the tests of the page on a machine without a browser. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BrowserConditionTest {

  @Test
  void with_a_browser_they_run() {
    assertThat(BrowserCondition.decide(true, "required").isDisabled()).isFalse();
  }

  @Test
  void without_one_they_are_left_out_with_the_reason_and_the_remedy() {
    ConditionEvaluationResult decided = BrowserCondition.decide(false, null);
    assertThat(decided.isDisabled()).isTrue();
    assertThat(decided.getReason())
        .hasValueSatisfying(reason ->
            assertThat(reason).contains("apt-get install chromium", "PAGE_TESTS_CHROMIUM"));
  }

  @Test
  void where_one_is_required_its_absence_is_a_failure() {
    assertThatThrownBy(() -> BrowserCondition.decide(false, "required"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no Chromium was found");
  }
}
