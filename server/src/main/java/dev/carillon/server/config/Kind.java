package dev.carillon.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a setting must look like.
 *
 * @param expected continues "expects …"
 * @param read the value, or null for text that is not of this kind
 */
record Kind<T>(String expected, Function<String, @Nullable T> read) {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  static Kind<Boolean> truth() {
    return new Kind<>(
        "true or false",
        text ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> null;
            });
  }

  static Kind<Integer> port() {
    return new Kind<>(
        "a port from 1 to 65535, or 0 for any free one", text -> number(text, 0, 65_535));
  }

  static Kind<Integer> count(int least, int most) {
    return new Kind<>(
        "a whole number from %d to %d".formatted(least, most), text -> number(text, least, most));
  }

  private static @Nullable Integer number(String text, int least, int most) {
    if (!text.matches("\\d{1,9}")) {
      return null;
    }
    int number = Integer.parseInt(text);
    return number < least || number > most ? null : number;
  }

  static Kind<Double> share() {
    return new Kind<>(
        "a share from 0 to 1 such as 0.1",
        text -> text.matches("(0|1|0?\\.\\d{1,9}|1\\.0+)") ? Double.valueOf(text) : null);
  }

  static Kind<Duration> duration(Duration least) {
    return new Kind<>(
        "a duration such as 500ms, 30s, 10m, 2h or 1d, at least " + shown(least),
        text -> {
          Duration duration = duration(text);
          return duration == null || duration.compareTo(least) < 0 ? null : duration;
        });
  }

  static Kind<Duration> duration(Duration least, Duration most) {
    return new Kind<>(
        "a duration such as 500ms, 30s, 10m, 2h or 1d, from %s to %dd"
            .formatted(shown(least), most.toDays()),
        text -> {
          Duration duration = duration(text);
          boolean within =
              duration != null && duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0;
          return within ? duration : null;
        });
  }

  private static @Nullable Duration duration(String text) {
    Matcher parts = DURATION.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    long amount = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  private static String shown(Duration duration) {
    return duration.toMillis() % 1_000 == 0
        ? duration.toSeconds() + "s"
        : duration.toMillis() + "ms";
  }

  static Kind<Path> directory() {
    return new Kind<>(
        "a directory",
        text -> {
          try {
            return Path.of(text);
          } catch (InvalidPathException e) {
            return null;
          }
        });
  }

  static Kind<String> word(List<String> words) {
    return new Kind<>(
        "one of " + String.join(", ", words),
        text -> {
          String word = text.toLowerCase(Locale.ROOT);
          return words.contains(word) ? word : null;
        });
  }

  static Kind<Optional<String>> databaseUrl() {
    return new Kind<>(
        "a URL such as jdbc:postgresql://db.example:5432/carillon?user=carillon&password=…, and"
            + " the one given does not begin with jdbc:postgresql:",
        text ->
            text.isEmpty() || text.startsWith("jdbc:postgresql:")
                ? Optional.of(text).filter(url -> !url.isEmpty())
                : null);
  }

  static Kind<Optional<URI>> webAddress() {
    return new Kind<>(
        "an address such as http://127.0.0.1:4318",
        text -> {
          if (text.isEmpty()) {
            return Optional.empty();
          }
          try {
            URI uri = new URI(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(uri) : null;
          } catch (URISyntaxException e) {
            return null;
          }
        });
  }
}
