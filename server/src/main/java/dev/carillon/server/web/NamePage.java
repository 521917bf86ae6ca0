package dev.carillon.server.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of a list in the order of its rows' names; the cursor is the last name shown, and knows
 * which list it came from.
 *
 * @param after go on after this name, or null to begin
 * @param list what is listed and by which filters
 */
public record NamePage(@Nullable String after, int limit, String list) {

  private static final int HEAD = 4;

  public static NamePage of(Query query, String list) {
    String cursor = query.text("cursor");
    return new NamePage(
        cursor == null ? null : read(cursor, list),
        query.integer("limit", 1, Page.LARGEST_LIMIT, Page.DEFAULT_LIMIT),
        list);
  }

  private static String read(String cursor, String list) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
      if (bytes.remaining() > HEAD) {
        int mark = bytes.getInt();
        String name = StandardCharsets.UTF_8.decode(bytes).toString();
        if (mark == mark(name, list) && name.indexOf('\0') < 0) {
          return name;
        }
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw Cursor.invalid();
  }

  private static String cursor(String name, String list) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(HEAD + text.length).putInt(mark(name, list)).put(text).array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Tells a cursor of another list, and one that was cut off. */
  private static int mark(String name, String list) {
    return Objects.hash(list, name);
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
    page.put("next_cursor", rows.size() > limit ? cursor(name.apply(shown.getLast()), list) : null);
    return Answer.ok(page);
  }
}
