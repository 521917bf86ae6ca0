package dev.carillon.server.web;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of a list, as the query asks for it: {@code limit} and {@code cursor}.
 *
 * @param list what is listed and by which filters; a cursor is good for the same list only
 * @param after go on after the row of this id, or null to begin
 */
public record Page(String list, @Nullable UUID after, int limit) {

  public static final int DEFAULT_LIMIT = 50;
  public static final int LARGEST_LIMIT = 200;

  public static Page of(Query query, String list) {
    return new Page(
        list, Cursor.after(query, list), query.integer("limit", 1, LARGEST_LIMIT, DEFAULT_LIMIT));
  }

  /** The same of a list in two parts: the list is the part that the cursor is of, or the first. */
  public static Page of(Query query, String first, String second) {
    return of(query, query.text("cursor") == null || Cursor.isOf(query, first) ? first : second);
  }

  /** How many rows to read: one more than is shown tells whether there are others behind. */
  public int rows() {
    return limit + 1;
  }

  /**
   * @param rows up to {@link #rows()} of them
   */
  public <T> Answer answer(List<T> rows, Function<T, UUID> id, Function<T, ObjectNode> json) {
    ArrayNode items = JsonNodeFactory.instance.arrayNode();
    List<T> shown = rows.size() > limit ? rows.subList(0, limit) : rows;
    shown.forEach(row -> items.add(json.apply(row)));
    UUID next = rows.size() > limit ? id.apply(shown.getLast()) : null;
    return Answer.ok(Cursor.page(items, next, list));
  }
}
