package dev.carillon.engine.store;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
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

  /** The words of each type; an answer has them by the thousand. */
  private static final ClassValue<Map<String, Enum<?>>> WORDS =
      new ClassValue<>() {
        @Override
        protected Map<String, Enum<?>> computeValue(Class<?> type) {
          Map<String, Enum<?>> words = new HashMap<>();
          for (Object constant : type.getEnumConstants()) {
            words.put(of((Enum<?>) constant), (Enum<?>) constant);
          }
          return words;
        }
      };

  static <E extends Enum<E>> E read(Class<E> type, String word) {
    Enum<?> value = WORDS.get(type).get(word);
    if (value == null) {
      throw new IllegalArgumentException("unknown word for " + type.getSimpleName() + ": " + word);
    }
    return type.cast(value);
  }
}
