package dev.carillon.server.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
      if (bytes.remaining() >= HEAD && bytes.getInt() == list.hashCode()) {
        UUID id = new UUID(bytes.getLong(), bytes.getLong());
        String key = StandardCharsets.UTF_8.decode(bytes).toString();
        if (key.indexOf('\0') < 0) {
          return new SortCursor(key, id);
        }
      }
    } catch (IllegalArgumentException e) {
      // Refused below.
    }
    throw Cursor.invalid();
  }

  public String text(String list) {
    byte[] words = key.getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(HEAD + words.length)
            .putInt(list.hashCode())
            .putLong(after.getMostSignificantBits())
            .putLong(after.getLeastSignificantBits())
            .put(words)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
