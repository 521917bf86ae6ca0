package dev.carillon.server.mcp;

import dev.carillon.engine.timing.Zones;
import dev.carillon.server.web.Code;
import dev.carillon.server.web.Fields;
import dev.carillon.server.web.Json;
import dev.carillon.server.web.Problem;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import dev.carillon.words.Phrases;
import dev.carillon.words.When;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** When something shall run, the way people say it, turned into the API's fields. */
final class TimingArguments {

  private static final List<String> WAYS = List.of("when", "every", "at", "cron");

  private TimingArguments() {}

  /**
   * @param fields cron and timezone, interval_seconds or run_at
   * @param text what was understood, for whoever said it
   */
  record Understood(ObjectNode fields, String text) {}

  static Understood read(Fields arguments, Instant now) {
    List<String> given = WAYS.stream().filter(arguments::given).toList();
    if (given.size() != 1) {
      throw Problem.of(
              given.isEmpty() ? Code.FIELD_MISSING : Code.FIELD_INVALID,
              given.isEmpty()
                  ? "it does not say when to run"
                  : String.join(" and ", given) + " cannot be combined")
          .fix(
              "Give exactly one of when (\"every weekday at 9am\"), every (\"10m\"),"
                  + " at (\"2026-12-24T18:00:00+01:00\") and cron (\"0 9 * * 1-5\").");
    }
    String timezone = arguments.text("timezone");
    ZoneId named = timezone == null ? null : Zones.parse(timezone);
    String way = given.getFirst();
    return understood(when(way, arguments.requiredText(way), named, now));
  }

  private static When when(String way, String text, @Nullable ZoneId named, Instant now) {
    ZoneId zone = named == null ? ZoneId.of("UTC") : named;
    return switch (way) {
      case "cron" -> new When.Cron(text, zone);
      case "every" ->
          new When.Every(
              told(way, () -> Durations.parse(text.strip().replaceFirst("(?i)^every ", ""))));
      case "at" -> new When.At(told(way, () -> Moments.parse(text, named)), zone);
      default -> told(way, () -> Phrases.parse(text, now.atZone(zone)));
    };
  }

  private static <T> T told(String way, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw Problem.of(Code.FIELD_INVALID, way + ": " + e.getMessage()).at("$." + way);
    }
  }

  private static Understood understood(When when) {
    ObjectNode fields = Json.object();
    switch (when) {
      case When.Cron(String expression, ZoneId zone) ->
          fields.put("cron", expression).put("timezone", zone.getId());
      case When.Every(Duration interval) ->
          fields.put("interval_seconds", BigDecimal.valueOf(interval.toMillis(), 3));
      case When.At(Instant moment, _) ->
          fields.put("run_at", Objects.toString(moment.atOffset(ZoneOffset.UTC)));
    }
    return new Understood(fields, when.text());
  }
}
