package dev.carillon.cli.verbs;

import dev.carillon.cli.Surroundings;
import dev.carillon.words.Phrases;
import dev.carillon.words.When;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** When a schedule runs: one of four ways to say it. */
final class TimingFlags {

  @Option(
      names = {"--cron", "--schedule"},
      paramLabel = "EXPR",
      description = "five fields, or six with seconds first; see --timezone (UTC)")
  private @Nullable String cron;

  @Option(names = "--every", paramLabel = "DURATION", description = "such as 30s, 10m or 1h30m")
  private @Nullable String every;

  @Option(
      names = "--at",
      paramLabel = "MOMENT",
      description = "once: 2026-12-24T18:00:00+01:00, or without the offset and with --timezone")
  private @Nullable String at;

  @Option(
      names = "--when",
      paramLabel = "PHRASE",
      description = "such as \"every weekday at 9am\", \"in 2 hours\", \"tomorrow at 18:30\"")
  private @Nullable String when;

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      description = "whose clock counts, such as Europe/Berlin")
  private @Nullable String timezone;

  @Option(names = "--start-at", paramLabel = "MOMENT", description = "no slot before this")
  private @Nullable String startAt;

  @Option(names = "--end-at", paramLabel = "MOMENT", description = "no slot after this")
  private @Nullable String endAt;

  /** Puts the fields into a body. What a phrase was understood as is said first. */
  void put(ObjectNode body, Surroundings surroundings, boolean json) {
    check();
    ZoneId zone = Values.zone(timezone);
    if (cron != null) {
      body.put("cron", cron);
      Values.text(body, "timezone", timezone);
    } else if (every != null) {
      Values.seconds(body, "interval_seconds", "--every", every);
    } else if (at != null) {
      Values.moment(body, "run_at", "--at", at, zone);
    } else if (when != null) {
      phrase(body, when, zone == null ? surroundings.zone() : zone, surroundings, json);
    } else if (startAt == null && endAt == null) {
      Values.text(body, "timezone", timezone);
    }
    Values.moment(body, "start_at", "--start-at", startAt, zone);
    Values.moment(body, "end_at", "--end-at", endAt, zone);
  }

  private void phrase(
      ObjectNode body, String phrase, ZoneId zone, Surroundings surroundings, boolean json) {
    When understood;
    try {
      understood = Phrases.parse(phrase, surroundings.clock().instant().atZone(zone));
    } catch (IllegalArgumentException e) {
      throw new Usage("--when: " + e.getMessage());
    }
    // Beside the JSON, not in it.
    (json ? surroundings.err() : surroundings.out()).println("Understood: " + understood.text());
    (json ? surroundings.err() : surroundings.out()).flush();
    switch (understood) {
      case When.Cron(String expression, ZoneId clock) ->
          body.put("cron", expression).put("timezone", clock.getId());
      case When.Every(var interval) -> body.put("interval_seconds", Values.seconds(interval));
      case When.At(var moment, _) -> body.put("run_at", moment.toString());
    }
  }

  private List<String> given() {
    List<String> given = new ArrayList<>();
    add(given, cron, "--cron");
    add(given, every, "--every");
    add(given, at, "--at");
    add(given, when, "--when");
    return given;
  }

  private static void add(List<String> given, @Nullable String value, String flag) {
    if (value != null) {
      given.add(flag);
    }
  }

  private void check() {
    List<String> given = given();
    if (given.size() > 1) {
      throw new Usage("%s exclude each other: give one".formatted(String.join(" and ", given)));
    }
    if (every != null && timezone != null && startAt == null && endAt == null) {
      throw new Usage(
          "--every counts seconds and needs no --timezone; for a time of day use --cron or --when");
    }
  }

  /** Refuses where a timing must be said and none was. */
  void require() {
    if (given().isEmpty()) {
      throw new Usage(
          "expected when to run: one of --cron EXPR, --every 10m, --at MOMENT and --when PHRASE");
    }
  }
}
