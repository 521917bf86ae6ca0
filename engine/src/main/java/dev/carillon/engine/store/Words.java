package dev.carillon.engine.store;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Enum constants as the lower-case words that SQL, JSON and people use for them. */
final class Words {

  private Words() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static @Nullable String ofNullable(@Nullable Enum<?> value) {
    return value == null ? null : of(value);
  }

  static <E extends Enum<E>> E read(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }
}
