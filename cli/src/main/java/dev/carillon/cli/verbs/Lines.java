package dev.carillon.cli.verbs;

import dev.carillon.cli.table.Style;
import dev.carillon.client.Preview;
import dev.carillon.client.RunError;
import dev.carillon.client.Schedule;
import dev.carillon.words.Durations;
import dev.carillon.words.Moments;
import dev.carillon.words.TimingWords;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Schedules in words. */
final class Lines {

  private Lines() {}

  static String mark(String status) {
    return switch (status) {
      case "active" -> "✅";
      case "paused" -> "⏸️";
      case "dead" -> "💀";
      case "stopped" -> "⏹️";
      case "done" -> "🏁";
      default -> "❔";
    };
  }

  /** When it runs: {@code every 30s}, {@code weekdays at 09:00 Europe/Berlin}. */
  static String timing(Schedule schedule) {
    String cron = schedule.cron();
    if (cron != null) {
      return TimingWords.cron(cron, schedule.timezone());
    }
    if (schedule.interval() != null) {
      return "every " + Durations.text(schedule.interval());
    }
    Instant once = schedule.runAt();
    return once == null ? "?" : "once at " + once;
  }

  /** Whom or what a run reaches, in a word. */
  static String whom(Schedule schedule) {
    String whom =
        switch (schedule.target()) {
          case "message" -> schedule.text("agent_id");
          case "workflow" -> schedule.text("workflow_id");
          case "graph" -> schedule.text("graph_id");
          case "http" -> host(Verb.orEmpty(schedule.text("url")));
          case "handler" -> schedule.text("handler");
          default -> schedule.target();
        };
    return Verb.orEmpty(whom);
  }

  private static String host(String url) {
    try {
      return Verb.orEmpty(URI.create(url).getHost());
    } catch (IllegalArgumentException e) {
      return url;
    }
  }

  /** How it stands: its last run, or why there will be no next one. */
  static String standing(Schedule schedule, Instant now) {
    List<String> parts = new ArrayList<>();
    boolean active = schedule.status().equals("active");
    if (!active) {
      String word = schedule.status();
      String reason = schedule.statusReason();
      parts.add(
          Character.toUpperCase(word.charAt(0))
              + word.substring(1)
              + (reason == null ? "" : " (" + reason + ")"));
    }
    Instant last = schedule.lastRunAt();
    if (last != null && (active || schedule.status().equals("done"))) {
      parts.add("Last: %s (%s)".formatted(Moments.relative(last, now), outcome(schedule)));
    }
    Instant next = schedule.nextRunAt();
    if (active && next != null) {
      parts.add("Next: " + Moments.relative(next, now));
    }
    return String.join(", ", parts);
  }

  private static String outcome(Schedule schedule) {
    String status = Verb.orEmpty(schedule.lastRunStatus());
    RunError error = schedule.lastError();
    return status.equals("success") || error == null ? status : status + ": " + error.message();
  }

  /** The next slots, each with what daylight saving does to it. */
  static List<String> slots(Preview preview, Instant now) {
    List<String> lines = new ArrayList<>();
    for (Preview.Slot slot : preview.slots()) {
      lines.add(
          "    %s  (%s)%s"
              .formatted(
                  Moments.text(slot.local()),
                  Moments.until(slot.at(), now),
                  slot.note() == null ? "" : "  " + Style.plain(slot.note())));
    }
    return lines;
  }
}
