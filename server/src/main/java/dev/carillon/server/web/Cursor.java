package dev.carillon.server.web;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a list goes on: after the row of this id. It names the row, not its number, so that rows
 * added or removed meanwhile move nothing. It also knows which list, with which filters, it came
 * from.
 */
public record Cursor(UUID after) {

  private static final int BYTES = 20;

  /**
   * Reads the query parameter {@code cursor}.
   *
   * @param list what is listed and by which filters, the same text as when the cursor was made
   */
  public static @Nullable Cursor of(Query query, String list) {
    String text = query.text("cursor");
    if (text == null) {
      return null;
    }
    Cursor cursor = read(text, list);
    if (cursor == null) {
      throw invalid();
    }
    return cursor;
  }

  /** Whether the query has a cursor, and of this list. */
  static boolean isOf(Query query, String list) {
    String text = query.text("cursor");
    return text != null && read(text, list) != null;
  }

  private static @Nullable Cursor read(String text, String list) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (bytes.remaining() == BYTES && bytes.getInt() == list.hashCode()) {
        return new Cursor(new UUID(bytes.getLong(), bytes.getLong()));
      }
    } catch (IllegalArgumentException e) {
      // No cursor at all.
    }
    return null;
  }

  public static Problem invalid() {
    return Problem.of(
            Code.CURSOR_INVALID, "the cursor is not one that this list gave out with these filters")
        .at("cursor")
        .fix(
            "Take next_cursor of the page before as it is, and keep the filters; or leave it out.");
  }

  public static @Nullable UUID after(Query query, String list) {
    Cursor cursor = of(query, list);
    return cursor == null ? null : cursor.after();
  }

  public String text(String list) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putInt(list.hashCode())
            .putLong(after.getMostSignificantBits())
            .putLong(after.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * A list as every resource answers it.
   *
   * @param next the last row shown when there are more, otherwise null
   */
  public static ObjectNode page(ArrayNode items, @Nullable UUID next, String list) {
    ObjectNode page = Json.object();
    page.set("items", items);
    page.put("next_cursor", next == null ? null : new Cursor(next).text(list));
    return page;
  }
}
