package dev.carillon.importers;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Moments as other systems write them. */
public final class Moments {

  private static final long EARLIEST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private Moments() {}

  /** Milliseconds since 1970, as a number or as digits; null for anything else. */
  public static @Nullable Instant millis(@Nullable JsonNode value) {
    if (value == null) {
      return null;
    }
    if (value.isNumber()) {
      return millis(value.doubleValue());
    }
    return value.isString() && value.stringValue().strip().matches("-?\\d{1,16}")
        ? millis(Double.parseDouble(value.stringValue().strip()))
        : null;
  }

  public static @Nullable Instant millis(double millis) {
    return millis >= EARLIEST && millis <= LATEST ? Instant.ofEpochMilli(Math.round(millis)) : null;
  }

  public static @Nullable Instant seconds(double seconds) {
    return millis(seconds * 1_000);
  }

  /** An ISO date and time; one without an offset is meant in UTC. */
  public static @Nullable Instant iso(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String bare = text.strip().replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) ", "$1T");
    try {
      return bounded(OffsetDateTime.parse(bare).toInstant());
    } catch (DateTimeException e) {
      // Perhaps without an offset.
    }
    try {
      return bounded(LocalDateTime.parse(bare).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      // Perhaps a date alone.
    }
    try {
      return bounded(LocalDate.parse(bare).atStartOfDay().toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Instant bounded(Instant instant) {
    int year = instant.atOffset(ZoneOffset.UTC).getYear();
    return year >= 1 && year <= 9_999 ? instant : null;
  }
}
