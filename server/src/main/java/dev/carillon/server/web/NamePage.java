package dev.carillon.server.web;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of a list in the order of its rows' names; the cursor is the last name shown.
 *
 * @param after go on after this name, or null to begin
 */
public record NamePage(@Nullable String after, int limit) {

  public static NamePage of(Query query) {
    return new NamePage(
        query.text("cursor"), query.integer("limit", 1, Page.LARGEST_LIMIT, Page.DEFAULT_LIMIT));
  }

  /** How many rows to read: one more than is shown tells whether there are others behind. */
  public int rows() {
    return limit + 1;
  }

  /**
   * @param rows up to {@link #rows()} of them
   */
  public <T> Answer answer(List<T> rows, Function<T, String> name, Function<T, ObjectNode> json) {
    List<T> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    shown.forEach(row -> items.add(json.apply(row)));
    page.put("next_cursor", rows.size() > limit ? name.apply(shown.getLast()) : null);
    return Answer.ok(page);
  }
}
