package dev.carillon.server.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a sorted list goes on: behind the row of this id, which stood there by this key. It says
 * both, so that the place stays right when the row has moved or is gone.
 */
public record SortCursor(String key, UUID after) {

  private static final int HEAD = 20;

  /** Reads the query parameter {@code cursor}; see {@link Cursor#of}. */
  public static @Nullable SortCursor of(Query query, String list) {
    String text = query.text("cursor");
    if (text == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
      if (bytes.remaining() >= HEAD) {
        int mark = bytes.getInt();
        UUID id = new UUID(bytes.getLong(), bytes.getLong());
        String key = StandardCharsets.UTF_8.decode(bytes).toString();
        SortCursor cursor = new SortCursor(key, id);
        if (mark == cursor.mark(list) && key.indexOf('\0') < 0) {
          return cursor;
        }
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw Cursor.invalid();
  }

  /** Tells a cursor of another list, and one that was cut off. */
  private int mark(String list) {
    return list.hashCode() ^ Objects.hash(key, after);
  }

  public String text(String list) {
    byte[] words = key.getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(HEAD + words.length)
            .putInt(mark(list))
            .putLong(after.getMostSignificantBits())
            .putLong(after.getLeastSignificantBits())
            .put(words)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
