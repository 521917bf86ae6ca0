package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.server.ApiServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Every order, page by page to its end, beside what PostgreSQL makes of the same rows by sorting
 * them all. There are more names and more runs than are looked at one by one, and runs of every
 * kind that history has in another place than its order has them, or no longer has.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SortedPagesTest {

  private static final String ORG = "(select id from carillon.organizations where name = 'pages')";

  /** Nothing runs but what is written here. */
  @RegisterExtension
  static final ApiServer api = new ApiServer(builder -> builder, Map.of("enabled", "false"));

  private static ApiServer.Client org;
  private static final LookRoom room = new LookRoom(Ticker.system());

  /**
   * So little that a page of 100 is full only where most schedules pass the filter; but where an
   * index says which pass, more are named than may be fetched.
   */
  private static final Look.Bounds LITTLE =
      little(new Look.Bound(150, 400, -1), new Look.Bound(1_200, 2_000, -1), 1_000);

  /** The same, but for buckets of the agenda whose names are sorted rather than walked past. */
  private static final Look.Bounds LITTLE_SORTED =
      little(new Look.Bound(150, 400, -1), new Look.Bound(1_200, 2_000, -1), 5_000);

  /**
   * Two buckets of the agenda that name more than may be fetched with so little: most are due when
   * they begin, and some half a second or more later.
   */
  private static Instant crowd;

  private static Instant smallCrowd;

  private static final Map<ScheduleFilter, String> FILTERS =
      Map.of(
          ScheduleFilter.ALL,
          "true",
          new ScheduleFilter(EnumSet.of(Status.PAUSED), null, null, null, null, null),
          "status = 'paused'",
          new ScheduleFilter(
              EnumSet.of(Status.ACTIVE), TargetKind.WORKFLOW, null, null, null, "rare"),
          "status = 'active' and target = 'workflow' and name like '%rare%'",
          new ScheduleFilter(null, null, "w1", null, null, "a"),
          "workflow_id = 'w1' and name like '%a%'",
          new ScheduleFilter(EnumSet.of(Status.PAUSED), null, "w0", null, null, null),
          "workflow_id = 'w0' and status = 'paused'",
          new ScheduleFilter(null, null, null, null, null, "rare"),
          "name like '%rare%'",
          new ScheduleFilter(null, null, null, null, null, "FF"),
          "name like '%ff%'",
          new ScheduleFilter(EnumSet.of(Status.PAUSED), null, null, null, "bob", "a"),
          "owner = 'agent:bob' and status = 'paused' and name like '%a%'");

  @BeforeAll
  static void schedules_with_a_past_and_a_future() {
    org = api.organization("pages");
    api.execute(
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
          workflow_id, handler, total_repeats, max_retries, retry_delay_ms, timeout_ms,
          max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit)
        select (substr(md5(i::text), 1, 8) || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
          %s, 1, now(), now(), substr(md5('n' || i), 1, 2) || case when i %% 400 = 7 then ' rare' else '' end,
          '', case when i %% 5 = 0 then 'agent:bob' else 'user:ada' end, case when i %% 9 = 0 then 'paused' else 'active' end, 86400000, 'slot',
          now(), 0, case when i %% 3 = 0 then 'workflow' else 'handler' end,
          case when i %% 3 = 0 then 'w' || i %% 2 end, case when i %% 3 <> 0 then 'h' end,
          0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
        from generate_series(1, 6000) as i
        """
            .formatted(ORG));
    crowd = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(1_000, ChronoUnit.MINUTES);
    smallCrowd = crowd.plus(1_000, ChronoUnit.MINUTES);
    // Whole seconds, so that many are due and ran together. One in ten ran long ago and its runs
    // are
    // swept, one in ten never ran.
    api.execute(
        """
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
          open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
          run_seq, last_run_at)
        select s.id, s.org_id, 0, 0, 1, d.due_at, d.due_at, 0, 0, 0, 0, 0, 0, 0, 0,
          date_trunc('second', now()) - case s.kind when 0 then null when 1 then interval '1 hour'
            else interval '1 second' end * (abs(hashtext(s.id::text)) %% 200)
        from (select id, org_id, status, abs(hashtext(id::text || 'k')) %% 10 as kind
              from carillon.schedules where org_id = %1$s) s,
          lateral (select abs(hashtext(s.id::text || 'c'))) h (hash),
          lateral (select case when s.status = 'active' then case
            when h.hash %% 20 < 5 then '%2$s'::timestamptz
            when h.hash %% 20 = 5 then '%2$s'::timestamptz + interval '500 milliseconds' * (1 + h.hash %% 3)
            when h.hash %% 20 < 8 then '%3$s'::timestamptz
            when h.hash %% 20 = 8 then '%3$s'::timestamptz + interval '500 milliseconds' * (1 + h.hash %% 3)
            else date_trunc('second', now())
              + interval '1 minute' * (10 + abs(hashtext(s.id::text || 'd')) %% 4000) end end) d (due_at)
        """
            .formatted(ORG, crowd, smallCrowd));
    api.execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2)::bigint, 1, org_id, count(*),
          array_agg(schedule_id)
        from carillon.timers where org_id = %s and due_at is not null
        group by 1, 3, hashtext(schedule_id::text) %% 7
        """
            .formatted(ORG));
    // Those that ran within the last minutes did so on time, late, from a backlog of weeks, or by
    // request under any id; a run of each before that; and slots that were skipped since.
    api.execute(
        """
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select (case when r.origin = 'trigger' then substr(md5('t' || t.schedule_id), 1, 12)
                else lpad(to_hex((extract(epoch from r.slot_at) * 1000)::bigint), 12, '0') end
                || '8' || substr(md5(r.n || 'r' || t.schedule_id), 1, 3)
                || '8' || substr(md5(r.n || 'q' || t.schedule_id), 1, 15))::uuid,
          t.schedule_id, r.slot_at, r.started_at, coalesce(r.started_at, r.slot_at), 0, t.org_id, 0,
          0, 0, r.origin, case when r.started_at is null then 'skipped' else 'success' end
        from (select *, abs(hashtext(schedule_id::text || 'o')) %% 8 as kind from carillon.timers
              where org_id = %s and last_run_at > now() - interval '210 seconds') t
        cross join lateral (values
          (1, case t.kind when 0 then t.last_run_at - interval '2 hours'
                when 1 then t.last_run_at - interval '20 days'
                when 2 then t.last_run_at - interval '20 seconds' else t.last_run_at end,
           t.last_run_at,
           case t.kind when 1 then 'backfill' when 3 then 'trigger' else 'schedule' end),
          (2, t.last_run_at - interval '25 seconds', t.last_run_at - interval '25 seconds',
           'schedule'),
          (3, t.last_run_at + interval '1 second', null, 'schedule')) r (n, slot_at, started_at, origin)
        """
            .formatted(ORG));
    Members.join(api, ORG);
    api.execute("analyze carillon.schedules, carillon.timers, carillon.agenda, carillon.runs");
  }

  @ParameterizedTest
  @CsvSource({
    "name, asc, name collate \"C\"| id",
    "name, desc, name collate \"C\" desc| id desc",
    "status, asc, status collate \"C\"| id",
    "status, desc, status collate \"C\" desc| id desc",
    "next_run_at, asc, due_at nulls last| id",
    "next_run_at, desc, due_at desc nulls last| id",
    "last_run_at, asc, last_run_at nulls last| id",
    "last_run_at, desc, last_run_at desc nulls last| id",
  })
  void every_page_is_what_sorting_all_rows_makes_of_it(String sort, String order, String naive) {
    Map<String, String> filters =
        Map.of(
            "", "true",
            "&status=active", "status = 'active'",
            "&status=paused", "status = 'paused'",
            "&workflow_id=w1", "workflow_id = 'w1'",
            "&target=handler&status=active", "target = 'handler' and status = 'active'",
            "&q=a", "name like '%a%'",
            "&q=rare", "name like '%rare%'",
            "&q=nothing-like-it", "false");
    filters.forEach((query, condition) -> {
      List<String> expected = sorted(condition, naive);
      assertThat(ids("?sort=" + sort + "&order=" + order + query)).as(query).isEqualTo(expected);
    });
  }

  /**
   * Both ways, in the midst of what ran hours ago, which is kept in memory from the page before.
   */
  @ParameterizedTest
  @CsvSource({"asc, 0", "desc, 4900"})
  void what_runs_between_two_pages_leaves_and_enters_where_it_belongs(String order, int skipped) {
    String list = "?sort=last_run_at&order=" + order;
    String naive = "last_run_at %s nulls last, schedule_id".formatted(order);
    List<String> before = ids(list, skipped + 100);
    String cursor = stretch(list, null, skipped + 50).cursor();
    String last = before.get(skipped + 49);
    String leaves = before.get(skipped + 60);
    String beside = before.get(skipped + 70);
    String enters =
        api.query(
                "select schedule_id from carillon.current_timers where last_run_at is null"
                    + " and org_id = "
                    + ORG
                    + " limit 1",
                row -> row.getString(1))
            .getFirst();
    Members.leave(api, leaves);
    Members.leave(api, enters);
    api.execute(
        "update carillon.timers set last_run_at = now() where schedule_id = '" + leaves + "'");
    api.execute(
        """
        with moved as (
          update carillon.timers t set last_run_at = o.last_run_at + interval '1 microsecond'
          from carillon.current_timers o where o.schedule_id = '%s' and t.schedule_id = '%s'
          returning t.*)
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select gen_random_uuid(), schedule_id, last_run_at, last_run_at, now(), 0, org_id, 1, 0, 0,
          'schedule', 'success' from moved
        """
            .formatted(beside, enters));
    List<String> expected =
        api.query(
            "select schedule_id from carillon.current_timers where org_id = "
                + ORG
                + " order by "
                + naive,
            row -> row.getString(1));
    int at = expected.indexOf(last) + 1;
    assertThat(stretch(list, cursor, 50).items())
        .extracting(item -> item.get("id").stringValue())
        .isEqualTo(expected.subList(at, at + 50))
        .contains(enters, beside)
        .doesNotContain(leaves);
  }

  /** What another system has run comes in anywhere, and has ended long before it is written. */
  @Test
  void what_an_import_adds_is_on_the_next_page() {
    Stretch first = stretch("?sort=last_run_at", null, 50);
    String last = first.items().getLast().get("last_run_at").stringValue();
    String id =
        api.query(
                "select schedule_id from carillon.current_timers where last_run_at is null"
                    + " and org_id = "
                    + ORG
                    + " order by schedule_id desc limit 1",
                row -> row.getString(1))
            .getFirst();
    Instant ran = Instant.parse(last).plusMillis(1);
    new Imports(api.tenants())
        .addPast(
            api.query("select " + ORG, row -> row.getInt(1)).getFirst(),
            UUID.fromString(id),
            new Imports.Past(
                "imported",
                List.of(new Imports.Run(ran, ran.plusSeconds(1), "skipped", null)),
                0,
                0));
    assertThat(stretch("?sort=last_run_at", first.cursor(), 50).items())
        .extracting(item -> item.get("id").stringValue())
        .contains(id);
  }

  /**
   * Page by page, with as little looked at by each request as makes most pages short ones, and
   * nothing found by the filter's own index: every schedule once, in its place, also where those
   * that pass the filter come last.
   */
  @ParameterizedTest
  @CsvSource({
    "NAME, false, name collate \"C\"| id",
    "NAME, true, name collate \"C\" desc| id desc",
    "STATUS, false, status collate \"C\"| id",
    "STATUS, true, status collate \"C\" desc| id desc",
    "NEXT_RUN_AT, false, due_at nulls last| id",
    "NEXT_RUN_AT, true, due_at desc nulls last| id",
    "LAST_RUN_AT, false, last_run_at nulls last| id",
    "LAST_RUN_AT, true, last_run_at desc nulls last| id",
    ", false, id",
  })
  void short_pages_leave_nothing_out(ScheduleOrder.By by, boolean down, String naive) {
    everyPage(LITTLE, by, down, naive);
    if (by == ScheduleOrder.By.NEXT_RUN_AT) {
      everyPage(LITTLE_SORTED, by, down, naive);
    }
  }

  private static void everyPage(
      Look.Bounds bounds, ScheduleOrder.@Nullable By by, boolean down, String naive) {
    ScheduleSorts sorts = new ScheduleSorts(api.tenants(), room, bounds, 500);
    ScheduleLists lists = new ScheduleLists(api.tenants(), room, bounds);
    int orgId = orgId();
    FILTERS.forEach((filter, condition) -> {
      List<String> found = new ArrayList<>();
      int pages = 0;
      int empty = 0;
      ScheduleOrder.Place at = null;
      do {
        Listed<ScheduleOrder.Place> page;
        if (by == null) {
          Listed<UUID> listed = lists.list(orgId, filter, at == null ? null : at.id(), 100);
          UUID next = listed.next();
          page =
              new Listed<>(
                  listed.entries(), next == null ? null : new ScheduleOrder.Place("", next));
        } else {
          page = sorts.list(orgId, filter, new ScheduleOrder(by, down), at, 100);
        }
        assertThat(page.entries()).hasSizeLessThanOrEqualTo(100);
        page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
        at = page.next();
        pages++;
        empty += page.entries().isEmpty() ? 1 : 0;
        assertThat(pages).as("pages of %s", filter).isLessThan(2_000);
      } while (at != null);
      assertThat(found).as("%s in %d pages", filter, pages).isEqualTo(sorted(condition, naive));
      if (condition.contains("rare")) {
        assertThat(empty).as("empty pages of %s", filter).isPositive();
      }
    });
  }

  /** An agent with more schedules than are sorted at once, of which a filter lets few through. */
  @ParameterizedTest
  @EnumSource
  void an_agent_finds_all_its_schedules_that_pass_a_filter(ScheduleOrder.By by) {
    ScheduleSorts sorts = new ScheduleSorts(api.tenants(), room);
    ScheduleFilter filter =
        new ScheduleFilter(EnumSet.of(Status.PAUSED), null, null, null, "bob", null);
    List<String> found = new ArrayList<>();
    ScheduleOrder.Place at = null;
    do {
      Listed<ScheduleOrder.Place> page =
          sorts.list(orgId(), filter, new ScheduleOrder(by, false), at, 50);
      page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
      at = page.next();
    } while (at != null);
    assertThat(found)
        .containsExactlyInAnyOrderElementsOf(
            sorted("owner = 'agent:bob' and status = 'paused'", "id"));
  }

  /** What is added, before the place where a page ended and behind it, moves nothing else. */
  @ParameterizedTest
  @CsvSource({"NAME, false", "NAME, true", "STATUS, false", "STATUS, true", ", false"})
  void short_pages_stay_right_while_schedules_come(ScheduleOrder.By by, boolean down) {
    ScheduleSorts sorts = new ScheduleSorts(api.tenants(), room, LITTLE, 500);
    ScheduleLists lists = new ScheduleLists(api.tenants(), room, LITTLE);
    int orgId = orgId();
    ScheduleFilter rare = new ScheduleFilter(null, null, null, null, null, "rare");
    List<String> before = sorted("name like '%rare%'", "id");
    List<String> found = new ArrayList<>();
    ScheduleOrder.Place at = null;
    int pages = 0;
    try {
      do {
        if (by == null) {
          Listed<UUID> page = lists.list(orgId, rare, at == null ? null : at.id(), 100);
          page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
          UUID next = page.next();
          at = next == null ? null : new ScheduleOrder.Place("", next);
        } else {
          Listed<ScheduleOrder.Place> page =
              sorts.list(orgId, rare, new ScheduleOrder(by, down), at, 100);
          page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
          at = page.next();
        }
        add(pages++);
      } while (at != null);
      assertThat(found).doesNotHaveDuplicates().containsAll(before);
    } finally {
      api.execute("delete from carillon.schedules where description = 'added'");
    }
  }

  /**
   * Schedules come into two crowds and move to, from and within them, before the place where a page
   * ended and behind it: what stays where it is keeps its place, and what is behind that place is
   * found.
   */
  @ParameterizedTest
  @CsvSource({"false, 1000", "true, 1000", "false, 5000", "true, 5000"})
  void pages_of_a_crowd_stay_right_while_schedules_come_and_move(boolean down, int sorted) {
    ScheduleSorts sorts =
        new ScheduleSorts(
            api.tenants(),
            room,
            little(new Look.Bound(150, 400, -1), new Look.Bound(1_200, 2_000, -1), sorted),
            500);
    ScheduleOrder order = new ScheduleOrder(ScheduleOrder.By.NEXT_RUN_AT, down);
    String naive = "due_at %s nulls last, id".formatted(down ? "desc" : "");
    List<String> before = sorted("true", naive);
    List<Instant> moments =
        List.of(
            crowd,
            crowd.plusMillis(500),
            crowd.plusMillis(1_700),
            crowd.plusSeconds(20_000),
            smallCrowd,
            smallCrowd.plusMillis(1_234));
    Set<String> there = new HashSet<>(before);
    Random random = new Random(sorted + (down ? 1 : 0));
    Set<String> touched = new HashSet<>();
    List<String> found = new ArrayList<>();
    // What has been put behind the place where some page ended, and how many were found by then.
    Map<String, Integer> expected = new HashMap<>();
    ScheduleOrder.Place at = null;
    try {
      do {
        Listed<ScheduleOrder.Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, at, 100);
        page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
        at = page.next();
        for (int i = 0; at != null && i < 4; i++) {
          Instant due = moments.get(random.nextInt(moments.size()));
          String id = i == 0 ? added() : before.get(random.nextInt(before.size()));
          if (touched.add(id)) {
            put(id, due);
            PastStretch.Mark place =
                PastStretch.Mark.of(
                    order, new ScheduleOrder.Place(ScheduleOrder.text(due), UUID.fromString(id)));
            if (place.compareTo(PastStretch.Mark.of(order, at)) > 0) {
              expected.put(id, found.size());
            }
          }
        }
      } while (at != null);
      assertThat(found)
          .filteredOn(id -> there.contains(id) && !touched.contains(id))
          .isEqualTo(before.stream().filter(id -> !touched.contains(id)).toList());
      expected.forEach(
          (id, seen) -> assertThat(found.subList(seen, found.size())).as(id).containsOnlyOnce(id));
      assertThat(expected).hasSizeGreaterThan(20);
    } finally {
      api.execute("delete from carillon.schedules where description = 'added'");
    }
  }

  /** What is due off the beat of a crowd is remembered, and an edit within two seconds is seen. */
  @Test
  void what_is_moved_within_a_crowd_by_a_request_is_found_where_it_is() {
    String id =
        org.post(
                "/api/v1/schedules",
                "{\"name\":\"moved\",\"handler\":\"h\",\"run_at\":\"%s\"}"
                    .formatted(crowd.plusMillis(300)))
            .json()
            .get("id")
            .stringValue();
    for (String order : List.of("", " desc")) {
      for (int millis : List.of(300, 1_234, 700)) {
        String run = "{\"run_at\":\"%s\"}".formatted(crowd.plusMillis(millis));
        assertThat(org.patch("/api/v1/schedules/" + id, run).status()).isEqualTo(200);
        assertThat(ids("?sort=next_run_at&order=" + (order.isEmpty() ? "asc" : "desc")))
            .isEqualTo(sorted("true", "due_at" + order + " nulls last, id"))
            .contains(id);
      }
    }
    org.delete("/api/v1/schedules/" + id);
  }

  /** A schedule that is not due. */
  private static String added() {
    add(new Random().nextInt());
    return api.query(
            "select id from carillon.schedules where description = 'added' order by random() limit"
                + " 1",
            row -> row.getString(1))
        .getFirst();
  }

  /** Makes a schedule due, or due at another moment, as whoever moves a timer does. */
  private static void put(String id, Instant due) {
    Members.leave(api, id);
    api.execute(
        """
        with moved as (
          update carillon.timers set due_at = '%1$s', slot_at = '%1$s' where schedule_id = '%2$s'
          returning schedule_id, org_id, due_at)
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2)::bigint, 1, org_id, 1, array[schedule_id] from moved
        """
            .formatted(due, id));
  }

  /** Some anywhere in the order of ids and of names. */
  private static void add(int page) {
    api.execute(
        """
        with made as (
          insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
            description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
            handler, total_repeats, max_retries, retry_delay_ms, timeout_ms, max_failures,
            on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit)
          select gen_random_uuid(), %1$s, 1, now(), now(),
            substr(md5('%2$d' || i), 1, 2) || case when i %% 2 = 0 then ' rare' else '' end, 'added',
            'user:ada', case when i %% 3 = 0 then 'paused' else 'active' end, 86400000, 'slot', now(),
            0, 'handler', 'h', 0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
          from generate_series(1, 6) as i
          returning id, org_id)
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, open_runs, repeat,
          retry, run_count, error_count, consecutive_failures, skipped_count, run_seq)
        select id, org_id, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 from made
        """
            .formatted(ORG, page));
  }

  private static Look.Bounds little(Look.Bound bound, Look.Bound named, int sorted) {
    return new Look.Bounds(bound, bound, bound, named, sorted);
  }

  private static int orgId() {
    return api.query("select " + ORG, row -> row.getInt(1)).getFirst();
  }

  private static List<String> sorted(String condition, String naive) {
    return api.query(
        "select s.id from carillon.schedules s"
            + " join carillon.current_timers t on t.schedule_id = s.id where s.org_id = "
            + ORG
            + " and "
            + condition
            + " order by "
            + naive.replace('|', ','),
        row -> row.getString(1));
  }

  private static List<String> ids(String query, int most) {
    List<String> all = ids(query);
    return all.subList(0, Math.min(most, all.size()));
  }

  /** Schedules of a list, and where it goes on. */
  private record Stretch(List<JsonNode> items, String cursor) {}

  /**
   * So many schedules from a place on, in pages of 50 at most: on a busy machine a request ends its
   * page sooner.
   */
  private static Stretch stretch(String query, @Nullable String from, int count) {
    List<JsonNode> items = new ArrayList<>();
    String cursor = from;
    while (items.size() < count) {
      JsonNode page =
          org.get(
                  "/api/v1/schedules%s&limit=%d%s"
                      .formatted(
                          query,
                          Math.min(50, count - items.size()),
                          cursor == null ? "" : "&cursor=" + cursor))
              .json();
      page.get("items").forEach(items::add);
      cursor = page.get("next_cursor").stringValue();
    }
    return new Stretch(items, Objects.requireNonNull(cursor));
  }

  /** All ids, page by page. */
  private static List<String> ids(String query) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonNode page = org.get("/api/v1/schedules" + query + "&limit=150" + cursor).json();
      page.get("items").forEach(item -> ids.add(item.get("id").stringValue()));
      JsonNode next = page.get("next_cursor");
      if (next.isNull()) {
        return ids;
      }
      cursor = "&cursor=" + URLEncoder.encode(next.stringValue(), StandardCharsets.UTF_8);
    }
  }
}
