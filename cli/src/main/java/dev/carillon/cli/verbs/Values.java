package dev.carillon.cli.verbs;

import dev.carillon.client.Json;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Values of flags, read; what cannot be read is named with its flag. */
final class Values {

  private Values() {}

  static Duration duration(String flag, String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new Usage(flag + ": " + e.getMessage());
    }
  }

  /** Sets a field to a duration in seconds; leaves it out where no flag was given. */
  static void seconds(ObjectNode body, String field, String flag, @Nullable String text) {
    if (text != null) {
      body.put(field, seconds(duration(flag, text)));
    }
  }

  static BigDecimal seconds(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros();
    return seconds.scale() < 0 ? seconds.setScale(0) : seconds;
  }

  static void moment(
      ObjectNode body, String field, String flag, @Nullable String text, @Nullable ZoneId zone) {
    if (text != null) {
      body.put(field, moment(flag, text, zone).toString());
    }
  }

  static Instant moment(String flag, String text, @Nullable ZoneId zone) {
    try {
      return Moments.parse(text, zone);
    } catch (IllegalArgumentException e) {
      throw new Usage(flag + ": " + e.getMessage());
    }
  }

  static void text(ObjectNode body, String field, @Nullable String text) {
    if (text != null) {
      body.put(field, text);
    }
  }

  static void number(ObjectNode body, String field, @Nullable Integer number) {
    if (number != null) {
      body.put(field, number);
    }
  }

  static @Nullable ZoneId zone(@Nullable String name) {
    if (name == null) {
      return null;
    }
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw new Usage(
          "--timezone: expected a zone such as Europe/Berlin or UTC, got \"%s\"".formatted(name));
    }
  }

  /** JSON, or {@code @FILE} with JSON in it. */
  static JsonNode payload(String text, Path directory) {
    try {
      return Json.parse(
          text.startsWith("@") ? Inputs.text(directory.resolve(text.substring(1))) : text);
    } catch (IllegalArgumentException e) {
      throw new Usage("--payload: " + e.getMessage() + "; quote a text: '\"like this\"'");
    }
  }
}
