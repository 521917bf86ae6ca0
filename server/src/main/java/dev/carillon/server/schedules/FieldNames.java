package dev.carillon.server.schedules;

import dev.carillon.engine.schedule.TargetKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of a schedule in JSON: which can be set, which are state, which mean the same. */
final class FieldNames {

  /** Other words for a field, from the systems whose clients work here unchanged. */
  static final Map<String, String> ALIASES =
      Map.of("trigger_payload", "payload", "input", "payload", "cron_expr", "cron");

  static final String INTERVAL_MS = "interval_ms";

  /** Ids and names, which are one line of plain text. */
  static final Set<String> PLAIN =
      Set.of("name", "workflow_id", "trigger_node_id", "graph_id", "agent_id", "handler");

  static final List<String> TIMINGS = List.of("cron", "interval_seconds", "run_at");

  /** In the order of the kinds, so that the same mistake is always told the same way. */
  static final Map<TargetKind, List<String>> OF_TARGET =
      new EnumMap<>(
          Map.of(
              TargetKind.WORKFLOW, List.of("workflow_id", "trigger_node_id"),
              TargetKind.GRAPH, List.of("graph_id", "grant_id"),
              TargetKind.MESSAGE, List.of("agent_id", "room_id", "payload_kind", "payload_text"),
              TargetKind.HTTP, List.of("url", "method", "headers"),
              TargetKind.HANDLER, List.of("handler")));

  static final List<String> POLICIES =
      List.of(
          "total_repeats",
          "max_retries",
          "retry_delay_seconds",
          "timeout_seconds",
          "max_failures",
          "on_max_failures",
          "overlap",
          "catch_up",
          "starting_deadline_seconds",
          "backfill_limit");

  /** What is shown and moves by itself, and the verb that changes it, if there is one. */
  static final Map<String, String> READ_ONLY =
      Map.ofEntries(
          Map.entry("id", ""),
          Map.entry("status", "Use pause, resume, stop or revive, or set enabled."),
          Map.entry("status_reason", "Give a reason to pause or stop."),
          Map.entry("current_repeat", ""),
          Map.entry("current_retry", ""),
          Map.entry("run_count", ""),
          Map.entry("error_count", ""),
          Map.entry("consecutive_failures", "Revive or resume sets it back."),
          Map.entry("skipped_count", ""),
          Map.entry("last_run_at", ""),
          Map.entry("last_run_status", ""),
          Map.entry("last_error", ""),
          Map.entry("next_run_at", "Edit the timing."),
          Map.entry("owner", "It is who created the schedule."),
          Map.entry("version", "Send the header If-Match instead."),
          Map.entry("created_at", ""),
          Map.entry("updated_at", ""));

  /** What can be set, by its own name. */
  static final List<String> SETTABLE = settable();

  /** All names that a body may contain. */
  static final Set<String> ACCEPTED = accepted();

  private FieldNames() {}

  private static List<String> settable() {
    List<String> names = new ArrayList<>(List.of("name", "description", "enabled"));
    names.addAll(List.of("cron", "timezone", "interval_seconds", "interval_from", "run_at"));
    names.addAll(List.of("start_at", "end_at", "jitter_seconds", "target"));
    for (TargetKind kind : TargetKind.values()) {
      names.addAll(OF_TARGET.getOrDefault(kind, List.of()));
    }
    names.add("payload");
    names.addAll(POLICIES);
    return List.copyOf(names);
  }

  private static Set<String> accepted() {
    Set<String> names = new java.util.LinkedHashSet<>(SETTABLE);
    names.addAll(ALIASES.keySet());
    names.add(INTERVAL_MS);
    return names;
  }
}
