package dev.carillon.cli.verbs;

import dev.carillon.cli.table.DisplayWidth;
import dev.carillon.cli.table.Style;
import dev.carillon.cli.table.Table;
import dev.carillon.cli.table.Table.Cell;
import dev.carillon.client.Carillon;
import dev.carillon.client.Preview;
import dev.carillon.client.RunError;
import dev.carillon.client.Schedule;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One schedule at length. */
final class Detail {

  private static final int FIRES = 5;
  private static final int WIDEST = 200;

  private final Verb verb;
  private final Carillon server;

  Detail(Verb verb, Carillon server) {
    this.verb = verb;
    this.server = server;
  }

  /** In two lines what became of it, and when it runs next. */
  void summary(String what, Schedule schedule) {
    verb.say(
        "%s %s  %s"
            .formatted(
                what,
                verb.style.strong("\"" + Style.plain(schedule.name()) + "\""),
                verb.style.faint(schedule.id())));
    fires(schedule);
  }

  private void fires(Schedule schedule) {
    Preview upcoming = server.upcoming(schedule.id(), FIRES);
    verb.say("  Runs " + upcoming.description());
    if (upcoming.slots().isEmpty()) {
      String reason = schedule.statusReason();
      verb.say(
          "  No next fire: it is %s%s"
              .formatted(
                  verb.style.outcome(schedule.status()),
                  reason == null ? "" : " (" + Style.plain(reason) + ")"));
      return;
    }
    verb.say("  Next fires:");
    Lines.slots(upcoming, verb.now()).forEach(verb::say);
  }

  void whole(Schedule schedule) {
    verb.say(
        "%s %s"
            .formatted(
                Lines.mark(schedule.status()), verb.style.strong(Style.plain(schedule.name()))));
    if (!schedule.description().isEmpty()) {
      verb.say("  " + Style.plain(schedule.description()));
    }
    fires(schedule);
    Table table = new Table("  ", "  ");
    row(table, "id", schedule.id());
    row(table, "status", schedule.status() + because(schedule.statusReason()));
    row(table, "cron", with(schedule.cron(), schedule.timezone()));
    Duration interval = schedule.interval();
    row(table, "every", interval == null ? null : Durations.text(interval));
    row(table, "at", text(schedule, "run_at"));
    row(table, "from", text(schedule, "start_at"));
    row(table, "until", text(schedule, "end_at"));
    target(table, schedule);
    policies(table, schedule);
    state(table, schedule);
    row(table, "owner", text(schedule, "owner"));
    row(table, "version", String.valueOf(schedule.version()));
    table.lines().forEach(verb::say);
  }

  private void target(Table table, Schedule schedule) {
    row(table, "target", schedule.target());
    for (String field : Definition.TARGET) {
      JsonNode value = schedule.json().get(field);
      if (value != null && !value.isNull() && !(value.isObject() && value.isEmpty())) {
        row(table, "· " + field, value.isString() ? value.asString() : value.toString());
      }
    }
  }

  private void policies(Table table, Schedule schedule) {
    // An interval is its own base of the backoff.
    Duration interval = schedule.interval();
    String delay =
        interval == null ? seconds(schedule, "retry_delay_seconds") : Durations.text(interval);
    long retries = schedule.number("max_retries");
    row(table, "retries", retries == 0 ? "none" : retries + ", the first after " + delay);
    row(table, "timeout", seconds(schedule, "timeout_seconds"));
    long most = schedule.number("max_failures");
    row(
        table,
        "failures",
        most == 0 ? "never end it" : most + " in a row → " + text(schedule, "on_max_failures"));
    row(table, "overlap", text(schedule, "overlap"));
    row(
        table,
        "catch-up",
        "%s, up to %s late"
            .formatted(text(schedule, "catch_up"), seconds(schedule, "starting_deadline_seconds")));
    long repeats = schedule.number("total_repeats");
    row(
        table,
        "repeats",
        schedule.number("current_repeat") + (repeats == 0 ? " so far" : " of " + repeats));
  }

  private void state(Table table, Schedule schedule) {
    row(
        table,
        "counted",
        "%d succeeded, %d attempts failed, %d failures in a row, %d slots skipped"
            .formatted(
                schedule.number("run_count"),
                schedule.number("error_count"),
                schedule.number("consecutive_failures"),
                schedule.number("skipped_count")));
    Instant last = schedule.lastRunAt();
    if (last != null) {
      row(
          table,
          "last run",
          "%s, %s (%s)"
              .formatted(last, Moments.relative(last, verb.now()), schedule.lastRunStatus()));
    }
    RunError error = schedule.lastError();
    row(table, "last error", error == null ? null : error.toString());
  }

  private void row(Table table, String name, @Nullable String value) {
    if (value != null) {
      table.row(Cell.of(name, verb.style::faint), Cell.of(DisplayWidth.cut(value, WIDEST)));
    }
  }

  private static String because(@Nullable String reason) {
    return reason == null ? "" : " (" + reason + ")";
  }

  private static @Nullable String with(@Nullable String cron, @Nullable String zone) {
    return cron == null ? null : cron + "  " + zone;
  }

  private static @Nullable String text(Schedule schedule, String field) {
    return schedule.text(field);
  }

  private static String seconds(Schedule schedule, String field) {
    JsonNode value = schedule.json().get(field);
    return value == null || !value.isNumber()
        ? "?"
        : Durations.text(
            Duration.ofMillis(
                value.decimalValue().multiply(BigDecimal.valueOf(1_000)).longValue()));
  }
}
