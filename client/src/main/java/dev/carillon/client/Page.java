package dev.carillon.client;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One page of a list. A page of schedules may have fewer than were asked for, even none, and yet
 * not be the last: only the cursor tells.
 *
 * @param nextCursor asks for the next page; null on the last one
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {

  public Page {
    items = List.copyOf(items);
  }

  static <T> Page<T> of(JsonNode json, Function<JsonNode, T> item) {
    return new Page<>(
        json.get("items").valueStream().map(item).toList(), Json.text(json, "next_cursor"));
  }
}
