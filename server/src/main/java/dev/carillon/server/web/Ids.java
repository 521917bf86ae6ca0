package dev.carillon.server.web;

import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Ids as people write them. */
public final class Ids {

  /** Java's own reader also takes {@code 1-1-1-1-1}. */
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Ids() {}

  /** Null for a text that is no UUID. */
  public static @Nullable UUID parse(String text) {
    return UUID_TEXT.matcher(text).matches() ? UUID.fromString(text) : null;
  }
}
