package dev.carillon.server.mcp;

import dev.carillon.server.web.Caller;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Ids;
import dev.carillon.server.web.Inquiry;
import dev.carillon.server.web.Problem;
import dev.carillon.server.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the schedule that somebody names by its id or its whole name. Never a guess. */
final class Named {

  /** So many are offered when none fits, or more than one does. */
  private static final int OFFERED = 5;

  /** Of the names that contain the text, so many are read; the one meant is nearly always first. */
  private static final int MOST = 5_000;

  private final Router api;

  Named(Router api) {
    this.api = api;
  }

  JsonNode find(Caller caller, String name) throws Exception {
    if (Ids.parse(name) != null) {
      return api.ask(caller, Inquiry.get(Toolbox.SCHEDULES + "/" + name)).content();
    }
    if (name.isBlank()) {
      throw Problem.of(Code.FIELD_INVALID, "schedule must be the id or the name of a schedule");
    }
    List<JsonNode> similar = similar(caller, name);
    List<JsonNode> found = those(similar, name::equals);
    if (found.isEmpty()) {
      found = those(similar, name::equalsIgnoreCase);
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw found.isEmpty() ? unknown(name, similar) : ambiguous(name, found);
  }

  private List<JsonNode> similar(Caller caller, String name) throws Exception {
    List<JsonNode> all = new ArrayList<>();
    String cursor = null;
    do {
      JsonNode found =
          api.ask(
                  caller,
                  Inquiry.get(Toolbox.SCHEDULES)
                      .with("q", name)
                      .with("limit", "200")
                      .with("cursor", cursor))
              .content();
      found.get("items").forEach(all::add);
      cursor = text(found.get("next_cursor"));
    } while (cursor != null && all.size() < MOST);
    return all;
  }

  private static @Nullable String text(JsonNode node) {
    return node.isNull() ? null : node.stringValue();
  }

  private static List<JsonNode> those(List<JsonNode> schedules, Predicate<String> name) {
    return schedules.stream().filter(one -> name.test(one.get("name").stringValue())).toList();
  }

  private static Problem unknown(String name, List<JsonNode> similar) {
    List<String> names =
        similar.stream().limit(OFFERED).map(one -> "\"" + Telling.name(one) + "\"").toList();
    return Problem.of(Code.SCHEDULE_NOT_FOUND, "there is no schedule called \"%s\"".formatted(name))
        .fix(
            names.isEmpty()
                ? "list_schedules shows those there are."
                : "Did you mean %s?".formatted(String.join(", ", names)));
  }

  private static Problem ambiguous(String name, List<JsonNode> found) {
    List<String> each =
        found.stream()
            .limit(OFFERED)
            .map(one -> one.get("id").stringValue() + " (" + Telling.timing(one) + ")")
            .toList();
    return Problem.of(
            Code.SCHEDULE_NAME_TAKEN,
            "%d schedules are called \"%s\"".formatted(found.size(), name))
        .fix("Name one by its id: %s.".formatted(String.join(", ", each)));
  }
}
