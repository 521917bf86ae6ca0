package dev.carillon.server.mcp;

import dev.carillon.engine.store.StoreException;
import dev.carillon.server.web.Problem;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** What a tool could not do, for a model that may correct itself: the problem's own help. */
final class Refusal {

  private static final Logger log = LoggerFactory.getLogger(Refusal.class);

  /** The API's names of what a tool calls otherwise. */
  private static final Map<String, String> OWN_NAMES =
      Map.of("payload_text", "message", "interval_seconds", "every", "run_at", "at");

  private Refusal() {}

  static String text(Problem problem) {
    JsonNode told = problem.answer().content();
    JsonNode first = told.at("/errors/0");
    String detail = told.path("detail").asString("");
    StringBuilder text = new StringBuilder("Refused: ").append(detail).append('.');
    String expected = first.path("expected").asString("");
    if (!expected.isEmpty() && !detail.contains(expected)) {
      text.append("\nExpected: ").append(expected).append('.');
    }
    String got = first.path("got").asString("");
    if (!got.isEmpty() && !detail.contains(got)) {
      text.append("\nGot: ").append(got).append('.');
    }
    String fix = told.path("fix").asString("");
    if (!fix.isEmpty()) {
      text.append("\nWhat to do: ").append(fix);
    }
    return inOwnNames(text.toString()) + "\n(" + problem.code() + ")";
  }

  private static String inOwnNames(String text) {
    String own = text;
    for (Map.Entry<String, String> name : OWN_NAMES.entrySet()) {
      own = own.replaceAll("\\b" + name.getKey() + "\\b", name.getValue());
    }
    return own;
  }

  /** Whatever nobody thought of stays in our log. */
  static String accident(String tool, Exception e) {
    if (e instanceof StoreException) {
      log.warn("The tool {} found no database: {}", tool, e.getMessage());
      return """
      Failed: the database cannot be reached, or did not answer in time.
      What to do: look with list_schedules whether it was done, and call again if not.\
      """;
    }
    log.error("The tool {} failed in a way nobody thought of.", tool, e);
    return """
    Failed: for a reason that is in the server's log.
    What to do: tell the operator when it happened.\
    """;
  }
}
