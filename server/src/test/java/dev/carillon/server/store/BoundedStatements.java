package dev.carillon.server.store;

import dev.carillon.engine.store.Agenda;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The statements behind lists of schedules that look at no more rows than they may. */
final class BoundedStatements {

  /** Statements, each with the one that says how far it may look. */
  static final Map<String, String> ALL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("list", ""),
              Map.entry("list-by-status", ""),
              Map.entry("list-by-workflow", "reach-of-workflow"),
              Map.entry("list-of-agent", "reach-of-agent"),
              Map.entry("walk-names", "reach"),
              Map.entry("walk-filtered", "reach-by-target"),
              Map.entry("by-name", "reach-by-name"),
              Map.entry("by-name-down", "reach-by-name-down"),
              Map.entry("by-status", "reach-by-status"),
              Map.entry("by-status-down", "reach-by-status-down"),
              Map.entry("by-absence", "reach"),
              Map.entry("reach", ""),
              Map.entry("reach-by-target", ""),
              Map.entry("reach-of-workflow", ""),
              Map.entry("reach-of-agent", ""),
              Map.entry("reach-by-name", ""),
              Map.entry("reach-by-name-down", ""),
              Map.entry("reach-by-status", ""),
              Map.entry("reach-by-status-down", ""),
              Map.entry("ids-named", ""),
              Map.entry("ids-by-status", ""),
              Map.entry("ids-of-agent", ""),
              Map.entry("ids-of-workflow", ""),
              Map.entry("keys-of-these", ""),
              Map.entry("among", ""),
              Map.entry("by-agenda", ""),
              Map.entry("by-agenda-down", ""),
              Map.entry("crowded-before", ""),
              Map.entry("names-in-bucket", ""),
              Map.entry("next-names", ""),
              Map.entry("next-ids", ""),
              Map.entry("off-beat", ""),
              Map.entry("history-reach", ""),
              Map.entry("keys-by-history", "")));

  private BoundedStatements() {}

  /** What a request asks, when it has to look as far as it may and finds little. */
  static String given(String name, Instant crowd) {
    boolean down = name.endsWith("-down");
    String key =
        name.contains("by-name")
            ? down ? "'zzzz'" : "''"
            : name.contains("by-status") ? "'active'" : "'-Infinity'";
    return Statements.of("schedules/" + name)
        .named()
        .replaceAll("(?<!:):org\\b", "current_setting('app.current_org_id')::int")
        .replaceAll(
            "(?<!:):after\\b",
            down && !name.contains("agenda")
                ? "'ffffffff-ffff-ffff-ffff-ffffffffffff'"
                : "'00000000-0000-0000-0000-000000000000'")
        .replaceAll("(?<!:):limit\\b", "51")
        .replaceAll("(?<!:):walk\\b", "2000")
        .replaceAll(
            "(?<!:):most(_names)?\\b",
            name.contains("history") || name.startsWith("ids") || name.startsWith("crowded")
                ? "2000"
                : name.equals("reach-by-target") || name.startsWith("next")
                    ? "2500"
                    : name.startsWith("reach") ? "5000" : "10000")
        // Some hundreds of names of the agenda, and the newest runs.
        .replaceAll(
            "(?<!:):first_bucket\\b", "(floor(extract(epoch from now()) / 2)::bigint + 50000)")
        .replaceAll(
            "(?<!:):last_bucket\\b",
            "(floor(extract(epoch from now()) / 2)::bigint + 50000 + %d)"
                .formatted(36_000_000 / ManySchedules.MANY))
        .replaceAll("(?<!:):bucket\\b", Long.toString(Agenda.bucketOf(crowd)))
        .replaceAll("(?<!:):begin::timestamptz", "'" + crowd + "'::timestamptz")
        .replaceAll(
            "(?<!:):from::timestamptz", "(now() + interval '%d day')".formatted(down ? 2 : 1))
        .replaceAll(
            "(?<!:):end::timestamptz", "(now() + interval '%d day')".formatted(down ? 1 : 2))
        .replaceAll(
            name.contains("agenda") ? "(?<!:):end_id\\b" : "(?!)",
            "'00000000-0000-0000-0000-000000000000'")
        // All rows of the crowd's bucket but two are known.
        .replaceAll(
            "(?<!:):known\\b",
            """
            array(select k.id from carillon.agenda k where k.bucket = %d
                  order by k.id offset 2)\
            """
                .formatted(Agenda.bucketOf(crowd)))
        .replaceAll("(?<!:):taken\\b", "now()")
        .replaceAll("(?<!:):kept_ms\\b", "60000")
        .replaceAll("(?<!:):sign\\b", "1.0")
        .replaceAll("(?<!:):from_id\\b", "'00000000-0000-0000-0000-000000000000'")
        .replaceAll("(?<!:):since\\b", "(now() - interval '1 day')")
        .replaceAll("(?<!:):spared_ms\\b", "86400000")
        .replaceAll(
            "(?<!:):ids\\b",
            name.contains("agenda")
                ? "'{}'"
                : "array(select i.id from carillon.schedules i order by i.id limit 2000)")
        .replaceAll("(?<!:):key\\b", key)
        .replaceAll("(?<!:):by\\b", "'last_run_at'")
        .replaceAll("(?<!:):owned\\b", "true")
        .replaceAll("(?<!:):statuses::text\\[]", "array['paused', 'dead']")
        .replaceAll("(?<!:):targets::text\\[]", "array['http', 'graph']")
        .replaceAll("(?<!:):status::text\\[]", "null::text[]")
        .replaceAll(
            "(?<!:):(workflow_id|agent)\\b",
            name.contains("workflow") || name.contains("agent") || name.equals("among")
                ? "'w6'"
                : "null")
        .replaceAll("(?<!:):sought\\b", "'needle'")
        .replaceAll("(?<!:):(target|agent_id|visible_to)\\b", "null");
  }

  /** The same as far as a look reaches. */
  static String until(String sql, Statement statement, String reach) throws SQLException {
    try (ResultSet row = statement.executeQuery(reach)) {
      boolean ends = row.next();
      boolean down = reach.contains("desc");
      boolean keyed = reach.contains("as key");
      String id =
          ends
              ? row.getString("id")
              : (down ? "0" : "f")
                  .repeat(32)
                  .replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-");
      String key = ends && keyed ? row.getString("key") : down ? "" : "zzzz";
      return sql.replaceAll("(?<!:):end(_id)?::uuid", "'" + id + "'::uuid")
          .replaceAll("(?<!:):end_key\\b", "'" + key + "'");
    }
  }

  /** Of all steps of a plan, the one that looked at most rows. */
  static long mostRows(CharSequence plan) {
    return Pattern.compile(
            "actual rows=([0-9.]+) loops=([0-9]+)|Rows Removed by [A-Za-z ]+: ([0-9]+)")
        .matcher(plan)
        .results()
        .mapToLong(step ->
            step.group(3) == null
                ? (long) (Double.parseDouble(step.group(1)) * Long.parseLong(step.group(2)))
                : Long.parseLong(step.group(3)))
        .max()
        .orElseThrow();
  }
}
