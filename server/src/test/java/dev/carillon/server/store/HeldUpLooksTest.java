package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.engine.clock.Ticker;
import dev.carillon.server.ApiServer;
import dev.carillon.server.store.ScheduleOrder.By;
import dev.carillon.server.store.ScheduleOrder.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Pages of lists for which many timers are looked at, while that takes its time: short ones that
 * end where they began, until the look has ended; and which looks are made ahead.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HeldUpLooksTest {

  private static final String ORG = "(select id from carillon.organizations where name = 'held')";
  private static final int MANY = 11_000;
  private static final int STRETCH = 1_000;

  /** Nothing runs but what is written here. */
  @RegisterExtension
  static final ApiServer api = new ApiServer(builder -> builder, Map.of("enabled", "false"));

  private static final Look.Bound LITTLE = new Look.Bound(150, 400, -1);
  private static final Look.Bounds BOUNDS =
      new Look.Bounds(LITTLE, LITTLE, LITTLE, new Look.Bound(1_200, 2_000, -1), 50_000);

  /** 2,200 are due 0.7 s after it. */
  private static Instant crowd;

  private static ApiServer.Client org;

  private final AtomicLong nanos = new AtomicLong();

  /** No request waits: every look that is not made ahead is a short page. */
  private final LookRoom room = new LookRoom(nanos::get, Duration.ZERO);

  private final ScheduleSorts sorts = new ScheduleSorts(api.tenants(), room, BOUNDS, STRETCH);

  @BeforeAll
  static void many_that_ran_hours_ago() {
    org = api.organization("held");
    crowd = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(1_000, ChronoUnit.MINUTES);
    api.execute(
        """
        with made as (
          insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
            description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
            handler, total_repeats, max_retries, retry_delay_ms, timeout_ms, max_failures,
            on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit)
          select (substr(md5(i::text), 1, 8) || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
            %1$s, 1, now(), now(), 'n' || i, '', 'user:ada', 'active', 86400000, 'slot', now(), 0,
            'handler', 'h', 0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
          from generate_series(1, %2$d) as i
          returning id, org_id)
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
          open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
          run_seq, last_run_at)
        select id, org_id, 0, 0, 1, d.due_at, d.due_at, 0, 0, 0, 0, 0, 0, 0, 0,
          date_trunc('second', now()) - interval '1 hour' - interval '1 second' * (h.hash %% 5000)
        from made,
          lateral (select abs(hashtext(id::text))) h (hash),
          lateral (select case when h.hash %% 5 = 0
            then '%3$s'::timestamptz + interval '700 milliseconds'
            else '%3$s'::timestamptz + interval '1 second' * (10 + h.hash %% 90000) end) d (due_at)
        """
            .formatted(ORG, MANY, crowd));
    api.execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2)::bigint, 1, org_id, count(*),
          array_agg(schedule_id)
        from carillon.timers where org_id = %s
        group by 1, 3, hashtext(schedule_id::text) %% 7
        """
            .formatted(ORG));
    Members.join(api, ORG);
    api.execute("analyze carillon.schedules, carillon.timers, carillon.agenda");
  }

  @AfterEach
  void nothing_is_left() {
    room.close();
    assertThat(room.underWay()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_page_ends_where_it_began_while_timers_are_looked_at(boolean down) throws SQLException {
    ScheduleOrder order = new ScheduleOrder(By.LAST_RUN_AT, down);
    LookRoom waiting = new LookRoom(Ticker.system());
    ScheduleSorts usual = new ScheduleSorts(api.tenants(), waiting, BOUNDS, STRETCH);
    Place at = null;
    try (Connection holder = api.connection();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("lock table carillon.timers in access exclusive mode");
      for (int i = 0; i < 3; i++) {
        Listed<Place> page = usual.list(orgId(), ScheduleFilter.ALL, order, at, 100);
        assertThat(page.entries()).isEmpty();
        assertThat(page.next()).isEqualTo(order.beginning());
        at = page.next();
      }
      assertThat(waiting.begun()).isEqualTo(1);
    }
    assertThat(all(usual, order, at)).isEqualTo(sorted("last_run_at" + (down ? " desc" : "")));
    waiting.close();
    assertThat(waiting.underWay()).isZero();
  }

  @Test
  void over_http_too_and_the_cursor_leads_to_all() throws SQLException {
    List<String> found = new ArrayList<>();
    JsonNode page;
    String list = "/api/v1/schedules?sort=last_run_at&limit=200";
    try (Connection holder = api.connection();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("lock table carillon.timers in access exclusive mode");
      page = org.get(list).json();
      assertThat(page.get("items")).isEmpty();
      page = org.get(list + "&cursor=" + page.get("next_cursor").stringValue()).json();
      assertThat(page.get("items")).isEmpty();
    }
    while (!page.get("next_cursor").isNull()) {
      page = org.get(list + "&cursor=" + page.get("next_cursor").stringValue()).json();
      page.get("items").forEach(item -> found.add(item.get("id").stringValue()));
    }
    assertThat(found).isEqualTo(sorted("last_run_at"));
  }

  @Test
  void what_is_due_off_the_beat_of_a_crowd_is_looked_at_once_for_all_who_ask() {
    ScheduleOrder order = new ScheduleOrder(By.NEXT_RUN_AT, false);
    Place crowded = new Place(ScheduleOrder.text(crowd.plusMillis(600)), ScheduleLists.FIRST);
    Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, crowded, 100);
    assertThat(page.entries()).isEmpty();
    assertThat(page.next()).isEqualTo(crowded);
    ended();
    assertThat(sorts.list(orgId(), ScheduleFilter.ALL, order, crowded, 100).entries()).hasSize(100);
    assertThat(all(sorts, order, null)).isEqualTo(sorted("due_at"));
    assertThat(room.begun()).isEqualTo(1);

    nanos.addAndGet(Duration.ofMinutes(51).toNanos());
    assertThat(sorts.list(orgId(), ScheduleFilter.ALL, order, crowded, 100).entries()).hasSize(100);
    ended();
    assertThat(room.begun()).as("looks, with one ahead of the hour").isEqualTo(2);
    assertThat(all(sorts, order, null)).isEqualTo(sorted("due_at"));
    assertThat(room.begun()).isEqualTo(2);
  }

  @Test
  void a_stretch_is_looked_up_again_before_it_runs_out_and_what_is_behind_it_before_it_is_read() {
    ScheduleOrder order = new ScheduleOrder(By.LAST_RUN_AT, false);
    List<String> expected = sorted("last_run_at");
    List<String> found = new ArrayList<>();
    Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100);
    assertThat(page.entries()).isEmpty();
    ended();
    for (int pages = 1; pages <= 3 * STRETCH / 100; pages++) {
      page = sorts.list(orgId(), ScheduleFilter.ALL, order, page.next(), 100);
      assertThat(page.entries()).as("page %d", pages).hasSize(100);
      page.entries().forEach(entry -> found.add(entry.schedule().id().toString()));
      ended();
      if (pages * 100 % STRETCH <= STRETCH / 2) {
        assertThat(room.begun()).as("after page %d", pages).isEqualTo(1 + pages * 100 / STRETCH);
      }
    }
    assertThat(found).isEqualTo(expected.subList(0, 3 * STRETCH));

    int begun = room.begun();
    nanos.addAndGet(Duration.ofSeconds(121).toNanos());
    for (int i = 0; i < 3; i++) {
      assertThat(sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100).entries()).hasSize(100);
      ended();
    }
    assertThat(room.begun()).isEqualTo(begun + 1);
  }

  /** Nobody has to look at all timers for what the end of history says: nothing ran of late. */
  @Test
  void backwards_where_nothing_ran_of_late_the_first_page_holds_too() {
    ScheduleOrder order = new ScheduleOrder(By.LAST_RUN_AT, true);
    assertThat(sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100).entries()).isEmpty();
    ended();
    // No longer as good as new.
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    List<String> expected = sorted("last_run_at desc");
    assertThat(first(order)).isEqualTo(expected.subList(0, 100));
    try {
      ran(expected.get(5_000), "trigger");
      assertThat(first(order)).isEqualTo(sorted("last_run_at desc").subList(0, 100));
      ran(expected.get(6_000), "schedule");
      Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100);
      assertThat(page.entries()).as("while all timers are looked at again").isEmpty();
      ended();
      assertThat(first(order)).startsWith(expected.get(6_000), expected.get(5_000));
    } finally {
      nothingRan();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_runs_between_two_pages_of_a_stretch_leaves_and_enters_where_it_belongs(boolean down) {
    ScheduleOrder order = new ScheduleOrder(By.LAST_RUN_AT, down);
    String naive = "last_run_at" + (down ? " desc" : "");
    Place at = sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100).next();
    ended();
    Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, at, 100);
    List<String> before = sorted(naive);
    assertThat(ids(page)).isEqualTo(before.subList(0, 100));
    String leaves = before.get(160);
    String beside = before.get(170);
    String enters = before.get(5_000);
    try {
      ran(leaves, "schedule");
      ran(enters, "backfill");
      api.execute(
          """
          with moved as (
            update carillon.timers t set last_run_at = o.last_run_at + interval '1 microsecond'
            from carillon.current_timers o where o.schedule_id = '%s' and t.schedule_id = '%s'
            returning t.schedule_id, t.last_run_at)
          update carillon.runs r set slot_at = m.last_run_at, started_at = m.last_run_at
          from moved m where r.schedule_id = m.schedule_id
          """
              .formatted(beside, enters));
      // No longer as good as new.
      nanos.addAndGet(Duration.ofSeconds(60).toNanos());
      List<String> expected = sorted(naive);
      int behind = expected.indexOf(before.get(99)) + 1;
      page = sorts.list(orgId(), ScheduleFilter.ALL, order, page.next(), 100);
      assertThat(ids(page))
          .isEqualTo(expected.subList(behind, behind + 100))
          .contains(enters, beside)
          .doesNotContain(leaves);
      ended();
      assertThat(room.begun()).isEqualTo(1);
    } finally {
      nothingRan();
    }
  }

  @Test
  void closing_waits_for_no_look() throws SQLException {
    ScheduleOrder order = new ScheduleOrder(By.LAST_RUN_AT, false);
    try (Connection holder = api.connection();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("lock table carillon.timers in access exclusive mode");
      assertThat(sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100).entries()).isEmpty();
      await().until(() -> !waitingForLocks().isEmpty());
      room.close();
      assertThat(room.underWay()).isZero();
    }
  }

  private static List<Integer> waitingForLocks() {
    return api.query(
        """
        select pid from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
        """,
        row -> row.getInt(1));
  }

  /** The first page, as soon as there is one. */
  private List<String> first(ScheduleOrder order) {
    Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, null, 100);
    assertThat(page.entries()).isNotEmpty();
    List<String> ids = new ArrayList<>(ids(page));
    while (ids.size() < 100) {
      ended();
      page = sorts.list(orgId(), ScheduleFilter.ALL, order, page.next(), 100 - ids.size());
      ids.addAll(ids(page));
    }
    return ids;
  }

  private static List<String> ids(Listed<Place> page) {
    return page.entries().stream().map(entry -> entry.schedule().id().toString()).toList();
  }

  private static void ran(String id, String origin) {
    Members.leave(api, id);
    api.execute(
        """
        with moved as (
          update carillon.timers set last_run_at = clock_timestamp() where schedule_id = '%s'
          returning *)
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select (lpad(to_hex((extract(epoch from last_run_at) * 1000)::bigint), 12, '0') || '8000'
            || substr(md5(schedule_id::text), 1, 16))::uuid,
          schedule_id, last_run_at, last_run_at, clock_timestamp(), 0, org_id, 1, 0, 0, '%s',
          'success'
        from moved
        """
            .formatted(id, origin));
  }

  private static void nothingRan() {
    api.execute("delete from carillon.runs");
    api.execute(
        """
        update carillon.timers set last_run_at = date_trunc('second', now()) - interval '2 hours'
        where last_run_at > now() - interval '50 minutes'
        """);
  }

  private void ended() {
    await().until(() -> room.underWay() == 0);
  }

  /** Page by page, over short ones too. */
  private static List<String> all(ScheduleSorts sorts, ScheduleOrder order, Place from) {
    List<String> found = new ArrayList<>();
    Place at = from;
    do {
      Listed<Place> page = sorts.list(orgId(), ScheduleFilter.ALL, order, at, 200);
      found.addAll(ids(page));
      at = page.next();
    } while (at != null);
    return found;
  }

  private static List<String> sorted(String naive) {
    return api.query(
        "select schedule_id from carillon.current_timers where org_id = %s order by %s, schedule_id"
            .formatted(ORG, naive),
        row -> row.getString(1));
  }

  private static int orgId() {
    return api.query("select " + ORG, row -> row.getInt(1)).getFirst();
  }
}
