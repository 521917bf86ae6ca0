package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.store.Agenda;
import dev.carillon.server.ApiServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * Lists of many schedules. {@code -Dtest.jvm.args=-Dcarillon.scale=1000000} measures them with a
 * million; by default there are fewer, and what is asserted is that no statement looks at more than
 * a part of them.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleScaleTest {

  private static final int MANY = Integer.getInteger("carillon.scale", 20_000);
  private static final int ROUNDS = MANY < 1_000_000 ? 3 : 21;
  private static final String PATH = "/api/v1/schedules";

  /** The names that are looked at one by one. */
  private static final int PART = 5_000;

  /** The names of one bucket of the agenda that are sorted. */
  private static final int MOST_NAMES = 250_000;

  /** Requests for one page; a test with fewer schedules needs no more. */
  private static final int MOST_REQUESTS = 12;

  /** Those whose first page is a short one: what they find is far behind. */
  private static final Set<String> FAR =
      Set.of(
          "?q=invoice",
          "?q=invoice&status=paused",
          "?sort=name&order=desc&q=invoice",
          "?sort=next_run_at&workflow_id=far",
          "?sort=next_run_at&q=t+f0",
          "?sort=last_run_at&order=desc&q=t+f0",
          "?sort=last_run_at&order=desc&workflow_id=old");

  /** What is asked, and how many it finds at least. */
  private static final Map<String, Integer> QUERIES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("", 50),
              Map.entry("?limit=200", 200),
              Map.entry("?status=active", 50),
              Map.entry("?status=dead", 1),
              Map.entry("?enabled=false", 50),
              Map.entry("?target=http", 50),
              Map.entry("?target=graph", 1),
              Map.entry("?target=http&status=paused", 50),
              Map.entry("?target=graph&status=paused", 0),
              Map.entry("?workflow_id=w6", 50),
              Map.entry("?workflow_id=nobody", 0),
              Map.entry("?agent_id=a7", 50),
              Map.entry("?agent_id=nobody", 0),
              Map.entry("?q=needle", 1),
              Map.entry("?q=report", 50),
              Map.entry("?q=nothing-like-it", 0),
              Map.entry("?q=zq", 0),
              Map.entry("?q=qz", 1),
              Map.entry("?q=%25", 1),
              Map.entry("?q=invoice", 50),
              Map.entry("?q=invoice&status=paused", 50),
              Map.entry("?q=needle&status=active", 1),
              Map.entry("?q=invoice&status=dead", 1),
              Map.entry("?q=report&target=graph", 1),
              Map.entry("?sort=name", 50),
              Map.entry("?sort=name&order=desc", 50),
              Map.entry("?sort=name&q=needle", 1),
              Map.entry("?sort=name&order=desc&status=paused", 50),
              Map.entry("?sort=status", 50),
              Map.entry("?sort=status&order=desc", 50),
              Map.entry("?sort=status&q=needle", 1),
              Map.entry("?sort=next_run_at", 50),
              Map.entry("?sort=next_run_at&order=desc", 50),
              Map.entry("?sort=next_run_at&status=active", 50),
              Map.entry("?sort=next_run_at&status=paused", 50),
              Map.entry("?sort=next_run_at&workflow_id=w6", 50),
              Map.entry("?sort=next_run_at&order=desc&target=http", 50),
              Map.entry("?sort=next_run_at&q=needle", 1),
              Map.entry("?sort=name&order=desc&q=invoice", 50),
              Map.entry("?sort=next_run_at&workflow_id=far", 50),
              Map.entry("?sort=next_run_at&q=t+f0", 30),
              Map.entry("?sort=last_run_at&order=desc&q=t+f0", 30),
              Map.entry("?sort=last_run_at&order=desc&workflow_id=old", 50),
              Map.entry("?sort=last_run_at&workflow_id=w6", 50),
              Map.entry("?sort=last_run_at", 50),
              Map.entry("?sort=last_run_at&order=desc", 50),
              Map.entry("?sort=last_run_at&q=needle", 1),
              Map.entry("?sort=last_run_at&status=dead", 1),
              Map.entry("?sort=last_run_at&order=desc&q=invoice", 50),
              Map.entry("?sort=last_run_at&order=desc&status=active", 50),
              Map.entry("?sort=last_run_at&order=desc&target=http&status=paused", 50),
              Map.entry("?sort=last_run_at&order=desc&workflow_id=w6", 50),
              Map.entry("?sort=last_run_at&order=desc&q=needle", 1)));

  /** Statements, each with the one that says how far it may look. */
  private static final Map<String, String> BOUNDED =
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

  /** Orders whose twentieth page of 200 is asked for too. */
  private static final List<String> DEEP =
      List.of(
          "?sort=name",
          "?sort=status&order=desc",
          "?sort=next_run_at",
          "?sort=next_run_at&order=desc",
          "?sort=last_run_at",
          "?sort=last_run_at&order=desc");

  /**
   * One in five is due at this moment, as with {@code 0 0 * * *}, and a few within the same two
   * seconds.
   */
  private static Instant crowd;

  /** One in twenty is due at this one, which no bucket of the agenda begins with. */
  private static Instant offBeat;

  /** Of those that were made last, all others are due at this one. */
  private static Instant lateCrowd;

  /** Lists that are asked for from a moment of the next run on. */
  private static final List<String> CROWDED =
      List.of("", "&status=active", "&target=http", "&workflow_id=w6", "&q=report", "&q=t+f0");

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static ApiServer.Client many;

  @BeforeAll
  static void fill() {
    many = api.organization("many");
    crowd = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(72, ChronoUnit.HOURS);
    lateCrowd = crowd.minus(12, ChronoUnit.HOURS);
    offBeat = crowd.plus(24, ChronoUnit.HOURS).plusMillis(700);
    String org = "(select id from carillon.organizations where name = 'many')";
    String index = NameIndex.dropped(api);
    api.execute(
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
          workflow_id, graph_id, agent_id, payload_kind, payload_text, url, method, headers,
          total_repeats, max_retries, retry_delay_ms, timeout_ms, max_failures, on_max_failures,
          overlap, catch_up, starting_deadline_ms, backfill_limit)
        select id, %1$s, 1, now(), now(),
          case when i = %2$d - 5 then 'the needle in it' when i = %2$d - 7 then '100 %% qzar'
               when i > %2$d * 3 / 5 then 'invoice ' || md5(i::text)
               else 'report ' || md5(i::text) end, '',
          'user:ada',
          case when i = %2$d - 3 then 'dead' when i %% 10 = 0 then 'paused' else 'active' end,
          86400000, 'slot', now(), 0, kind,
          case kind when 'workflow' then
            case when i %% 30 in (11, 16) and abs(hashtext(id::text)) > 1700000000 then 'far'
                 when i %% 30 in (21, 26) and abs(hashtext(id::text || 'l')) > 1700000000 then 'old'
                 else 'w' || i %% 30 end end, case kind when 'graph' then 'g' end,
          case kind when 'message' then 'a' || i %% 20 end,
          case kind when 'message' then 'message' end, case kind when 'message' then 'x' end,
          case kind when 'http' then 'https://x.example' end, case kind when 'http' then 'POST' end,
          case kind when 'http' then '{}'::jsonb end,
          0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
        from generate_series(1, %2$d) as i
        cross join lateral (select (lpad(to_hex(i), 8, '0') || '-0000'
                || '-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as id) u
        cross join lateral (select case when i = 77 then 'graph' when i %% 5 = 1 then 'workflow'
          when i %% 7 = 1 then 'message' else 'http' end as kind) k
        """
            .formatted(org, MANY));
    api.execute(
        """
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
          open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
          run_seq, last_run_at)
        select id, org_id, 0, 0, 1, due_at, due_at, 0, 0, 0, 0, 0, 0, 0, 0,
          case when abs(hashtext(id::text || 'l')) %% 10 > 0
            then now() - interval '1 day' * (abs(hashtext(id::text || 'l')) / 2147483648.0) end
        from carillon.schedules,
          lateral (select abs(hashtext(id::text || 'c'))) h (hash),
          lateral (select case when status = 'active' then case
            when h.hash %% 20 < 4 then '%2$s'::timestamptz
            when h.hash %% 20 = 4 then '%3$s'::timestamptz
            when id > '%5$s'::uuid then '%4$s'::timestamptz
            when h.hash %% 2000 = 5 then '%2$s'::timestamptz + interval '1 millisecond' * (h.hash %% 1999)
            else now() + interval '1 day' * (1 + abs(hashtext(id::text)) / 2147483648.0) end end) d (due_at)
        where org_id = %1$s
        """
            .formatted(org, crowd, offBeat, lateCrowd, id(MANY / 10 * 9)));
    // Rows of as many names as the completions of one batch have.
    api.execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select bucket, 1, org_id, count(*), array_agg(schedule_id)
        from (select schedule_id, org_id, floor(extract(epoch from due_at) / 2)::bigint as bucket,
                row_number() over (partition by floor(extract(epoch from due_at) / 2)
                  order by hashtext(schedule_id::text)) / 500 as part
              from carillon.timers where org_id = %s and due_at is not null) t
        group by bucket, part, org_id
        """
            .formatted(org));
    // One run of each that has run, a day of history: nine tenths of them.
    api.execute(
        """
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select (lpad(to_hex((extract(epoch from last_run_at) * 1000)::bigint), 12, '0') || '8000'
            || substr(md5(schedule_id::text), 1, 16))::uuid,
          schedule_id, last_run_at, last_run_at, last_run_at + interval '20 milliseconds', 0, org_id,
          1, 0, 0, 'schedule', 'success'
        from carillon.timers where org_id = %s and last_run_at is not null order by last_run_at
        """
            .formatted(org));
    api.execute(index);
    api.execute("analyze carillon.schedules, carillon.timers, carillon.agenda, carillon.runs");
  }

  @Test
  void every_filter_finds_what_it_should() {
    Map<String, List<Long>> micros = new TreeMap<>();
    Map<String, Integer> shorts = new TreeMap<>();
    Map<String, Integer> queries = new TreeMap<>(QUERIES);
    Map<String, String> labels = new TreeMap<>();
    DEEP.forEach(order -> {
      String query = order + "&limit=200&cursor=" + cursor(order, 20);
      queries.put(query, 200);
      labels.put(query, order + "&limit=200&page=20");
    });
    crowded(queries, labels);
    // One after the other, again and again: the first rounds meet a server that has just started.
    for (int round = 0; round < ROUNDS; round++) {
      runSome(round);
      queries.forEach((query, least) -> {
        int found = 0;
        int requests = 0;
        String cursor = "";
        do {
          long before = System.nanoTime();
          ApiServer.Reply reply =
              many.get(
                  PATH
                      + (cursor.isEmpty() ? query : query.replaceFirst("&cursor=.*", "") + cursor));
          long took = (System.nanoTime() - before) / 1_000;
          micros
              .computeIfAbsent(labels.getOrDefault(query, query), _ -> new ArrayList<>())
              .add(took);
          found += reply.json().get("items").size();
          assertThat(reply.json().get("items").size()).isLessThanOrEqualTo(Math.max(least, 50));
          JsonNode next = reply.json().get("next_cursor");
          cursor = next.isNull() ? "" : (query.isEmpty() ? "?" : "&") + "cursor=" + next.asString();
        } while (found < least && !cursor.isEmpty() && ++requests < MOST_REQUESTS);
        if (requests < MOST_REQUESTS) {
          assertThat(found).as(query).isGreaterThanOrEqualTo(least);
        }
        shorts.merge(labels.getOrDefault(query, query), requests, Math::max);
      });
    }
    StringBuilder table = new StringBuilder();
    micros.forEach((query, all) -> {
      long first = all.getFirst();
      all.sort(null);
      table.append(
          "%7d %7d %7d %7d  %s%n"
              .formatted(first, all.getFirst(), all.get(all.size() / 2), all.getLast(), query));
    });
    shorts.values().removeIf(requests -> requests == 0);
    System.out.printf(
        "Lists of %d schedules, microseconds: first, best, median and worst of %d rounds%n%s"
            + "Short pages before the first is full, of at most %d: %s%n",
        MANY, ROUNDS, table, MOST_REQUESTS, shorts);
    // Few names have the one, and none of those that were made last has the other.
    shorts.keySet().removeIf(query -> query.matches(".*&q=(t\\+f0 at.*|report at the late crowd)"));
    assertThat(FAR).as("lists with short pages").containsAll(shorts.keySet());
    assertThat(shorts.keySet()).contains("?q=invoice", "?sort=name&order=desc&q=invoice");
  }

  /** Where many are due at once: before them, among them, and behind the first or last of them. */
  private static void crowded(Map<String, Integer> queries, Map<String, String> labels) {
    UUID among = id(MANY / 2);
    for (String filter : CROWDED) {
      int least = MANY < 1_000_000 ? 0 : filter.contains("t+f0") ? 5 : 50;
      for (String order : List.of("?sort=next_run_at", "?sort=next_run_at&order=desc")) {
        boolean down = order.endsWith("desc");
        String first =
            many.get(PATH + order + filter + "&limit=1").json().get("next_cursor").stringValue();
        Map<String, String> cursors =
            Map.of(
                "the crowd",
                at(first, down ? crowd.plusMillis(1_999) : crowd, ScheduleLists.FIRST),
                "amid the crowd",
                at(first, crowd, among),
                "the crowd off the beat",
                at(first, offBeat, ScheduleLists.FIRST),
                "the late crowd",
                at(first, lateCrowd, ScheduleLists.FIRST));
        cursors.forEach((place, cursor) -> {
          String query = order + filter + "&cursor=" + cursor;
          queries.put(query, least);
          labels.put(query, order + filter + " at " + place);
        });
      }
    }
  }

  private static UUID id(int number) {
    return new UUID(((long) number << 32) | 0x7000, (0x8000L << 48) | number);
  }

  /** The cursor of the same list at another place. */
  private static String at(String cursor, Instant moment, UUID id) {
    byte[] key = ScheduleOrder.text(moment).getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(20 + key.length)
            .put(Base64.getUrlDecoder().decode(cursor), 0, 4)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .put(key)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Where the page of 200 after so many begins. */
  private static String cursor(String order, int pages) {
    String cursor = "";
    for (int page = 0; page < pages; page++) {
      JsonNode next =
          many.get(PATH + order + "&limit=200" + (page == 0 ? "" : "&cursor=" + cursor)).json();
      cursor = next.get("next_cursor").stringValue();
    }
    return cursor;
  }

  /**
   * What a million schedules that run daily do in two minutes, whatever the time of the fill was.
   */
  private static void runSome(int round) {
    api.execute(
        """
        with ran as (
          select t.schedule_id, t.org_id, now() - interval '1 second' * %1$d * random() as at
          from generate_series(1, %2$d) as g
          join carillon.timers t on t.schedule_id = (
            select (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid
            from (select (%3$d * 7919::bigint + g * 104729::bigint) %% %4$d + 1 as i) n)),
        moved as (
          update carillon.timers t set last_run_at = s.at
          from ran s where s.schedule_id = t.schedule_id and s.at > coalesce(t.last_run_at, '-infinity')
          returning t.schedule_id, t.org_id, t.last_run_at)
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select distinct on (schedule_id)
          (lpad(to_hex((extract(epoch from last_run_at) * 1000)::bigint), 12, '0') || '8000'
            || substr(md5(schedule_id::text), 1, 16))::uuid,
          schedule_id, last_run_at, last_run_at, last_run_at + interval '20 milliseconds', 0, org_id,
          1, 0, 0, 'schedule', 'success'
        from moved
        on conflict do nothing
        """
            .formatted(round == 0 ? 240 : 4, round == 0 ? 2_800 : 50, round, MANY));
  }

  @Test
  void no_list_looks_at_more_than_a_part_of_the_table() throws Exception {
    looksAtAPart("select");
  }

  /** As in the minute after many were added, before autovacuum has come by. */
  @Test
  void nor_before_a_vacuum() throws Exception {
    looksAtAPart(
        "update pg_class set relallvisible = 0 where oid = 'carillon.schedules'::regclass");
  }

  @Test
  void nor_before_the_planner_has_statistics() throws Exception {
    looksAtAPart("delete from pg_statistic where starelid = 'carillon.schedules'::regclass");
  }

  /**
   * @param belief what the planner is made to think before
   */
  private static void looksAtAPart(String belief) throws Exception {
    try (Connection connection = api.connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(belief);
      statement.execute(
          "select set_config('app.current_org_id', (select id::text from carillon.organizations"
              + " where name = 'many'), true), set_config('role', 'carillon_api', true),"
              + " set_config('enable_bitmapscan', 'off', true)");
      for (Map.Entry<String, String> each : BOUNDED.entrySet()) {
        String name = each.getKey();
        String sql = given(name);
        if (!each.getValue().isEmpty()) {
          sql = until(sql, statement, given(each.getValue()));
        }
        StringBuilder plan = new StringBuilder();
        try (ResultSet rows = statement.executeQuery("explain (analyze, timing off) " + sql)) {
          while (rows.next()) {
            plan.append(rows.getString(1)).append('\n');
          }
        }
        assertThat(plan.toString()).as(name).doesNotContain("Seq Scan on schedules");
        assertThat(mostRows(plan))
            .as("%s: %s", name, plan)
            .isLessThanOrEqualTo(name.equals("next-names") ? MOST_NAMES : PART);
      }
      connection.rollback();
    }
  }

  /** What a request asks, when it has to look as far as it may and finds little. */
  private static String given(String name) {
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
                .formatted(36_000_000 / MANY))
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
  private static String until(String sql, Statement statement, String reach) throws SQLException {
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
  private static long mostRows(CharSequence plan) {
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
