package dev.carillon.page;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves the tests of the page out where there is no browser, and says so in one line; with {@code
 * PAGE_TESTS_BROWSER=required}, as in CI, their absence is a failure.
 */
final class BrowserCondition implements ExecutionCondition {

  private static final String MISSING =
      "no Chromium was found: install one (Debian: apt-get install chromium), or name it with "
          + Chromium.VARIABLE;

  private static final AtomicBoolean SAID = new AtomicBoolean();

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return decide(Chromium.find().isPresent(), System.getenv("PAGE_TESTS_BROWSER"));
  }

  /**
   * @param found whether there is a browser
   * @param wanted what PAGE_TESTS_BROWSER says, or null
   */
  static ConditionEvaluationResult decide(boolean found, String wanted) {
    if (found) {
      return ConditionEvaluationResult.enabled("there is a Chromium");
    }
    if ("required".equals(wanted)) {
      throw new IllegalStateException("PAGE_TESTS_BROWSER is required, but " + MISSING);
    }
    if (SAID.compareAndSet(false, true)) {
      System.out.println("LEFT OUT: all tests of the web page, since " + MISSING + ".");
    }
    return ConditionEvaluationResult.disabled(MISSING);
  }
}
