package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ledger.Command;
import dev.carillon.engine.ledger.Reply;
import dev.carillon.engine.schedule.Policies;
import dev.carillon.engine.schedule.Schedule;
import dev.carillon.engine.schedule.Slots;
import dev.carillon.engine.schedule.Status;
import dev.carillon.engine.schedule.Target;
import dev.carillon.engine.schedule.TargetKind;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.PgStore;
import dev.carillon.engine.store.ScheduleStore.Entry;
import dev.carillon.engine.timing.Cron;
import dev.carillon.engine.timing.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Definitions that are read together, where what they share is sent once. */
class PgDefinitionsTest {

  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  /** Enough that they are read by their patterns, and that most of any answer is alike. */
  private static final int FLEET = 200;

  private static final String CRON =
      "cron = '0 * * * *', timezone = 'UTC', interval_ms = null, interval_from = null,"
          + " anchor_at = null";
  private static final String WORKFLOW = "target = 'workflow', workflow_id = 'w', handler = null";
  private static final String GRAPH = "target = 'graph', graph_id = 'g', handler = null";
  private static final String MESSAGE =
      "target = 'message', agent_id = 'a', payload_kind = 'message', payload_text = 't',"
          + " handler = null";
  private static final String HTTP =
      "target = 'http', url = 'http://a', method = 'GET', headers = '{}', handler = null";
  private static final String AN_ID = "'0190a000-0000-7000-8000-00000000abcd'";
  private static final String A_MOMENT = "'2026-12-24T18:00:00Z'";

  private static PgDatabase database;
  private static HikariDataSource pool;

  private PgStore store;
  private long ids;

  @BeforeAll
  static void make() {
    database = PgDatabase.create();
    pool = database.pool();
    PgStore.open(pool).close();
    PgDatabase.execute(pool, "insert into carillon.organizations (name) values ('second')");
  }

  @AfterAll
  static void drop() {
    database.close();
  }

  @BeforeEach
  void open() {
    PgDatabase.execute(pool, "delete from carillon.schedules; delete from carillon.agenda");
    store = PgStore.open(pool, () -> NOW);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** How a column is changed, in a row that the first text has made fit for it. */
  private record Change(String before, String after, boolean shared) {}

  private static Change shared(String before, String after) {
    return new Change(before, after, true);
  }

  private static Change shared(String after) {
    return new Change("", after, true);
  }

  private static Change own(String after) {
    return new Change("", after, false);
  }

  private static Map<String, Change> changes() {
    Map<String, Change> changes = new LinkedHashMap<>();
    changes.put("version", own("7"));
    changes.put("created_at", own(A_MOMENT));
    changes.put("updated_at", own(A_MOMENT));
    changes.put("name", own("'another'"));
    changes.put("description", shared("'long'"));
    changes.put("owner", shared("'agent:frank'"));
    changes.put("status", own("'paused'"));
    changes.put("status_reason", own("'asked for'"));
    changes.put("cron", shared(CRON, "'1 * * * *'"));
    changes.put("timezone", shared(CRON, "'Europe/Berlin'"));
    changes.put("interval_ms", shared("61000"));
    changes.put("interval_from", shared("'completion'"));
    changes.put("anchor_at", own(A_MOMENT));
    changes.put(
        "run_at",
        new Change(
            "run_at = '2026-12-01', interval_ms = null, interval_from = null, anchor_at = null",
            A_MOMENT,
            false));
    changes.put("start_at", own(A_MOMENT));
    changes.put("end_at", own(A_MOMENT));
    changes.put("jitter_ms", shared("5"));
    changes.put("target", shared("workflow_id = 'w'", "'workflow'"));
    changes.put("workflow_id", shared(WORKFLOW, "'v'"));
    changes.put("trigger_node_id", shared(WORKFLOW, "'n'"));
    changes.put("graph_id", shared(GRAPH, "'h'"));
    changes.put("grant_id", shared(GRAPH, AN_ID));
    changes.put("agent_id", shared(MESSAGE, "'b'"));
    changes.put("room_id", shared(MESSAGE, AN_ID));
    changes.put("payload_kind", shared(MESSAGE, "'system_event'"));
    changes.put("payload_text", shared(MESSAGE, "'u'"));
    changes.put("url", shared(HTTP, "'http://b'"));
    changes.put("method", shared(HTTP, "'PUT'"));
    changes.put("headers", shared(HTTP, "'{\"a\": \"b\"}'"));
    changes.put("handler", shared("'other'"));
    changes.put("payload", own("'{\"a\": 1}'"));
    changes.put("total_repeats", shared("9"));
    changes.put("max_retries", shared("9"));
    changes.put("retry_delay_ms", shared("9"));
    changes.put("timeout_ms", shared("9"));
    changes.put("max_failures", shared("9"));
    changes.put("on_max_failures", shared("'dead'"));
    changes.put("overlap", shared("'allow'"));
    changes.put("catch_up", shared("'all'"));
    changes.put("starting_deadline_ms", shared("9"));
    changes.put("backfill_limit", shared("9"));
    return changes;
  }

  @Test
  void a_change_of_any_column_is_read_among_many_that_are_as_it_was() {
    Set<String> columns =
        new HashSet<>(
            PgDatabase.query(
                pool,
                "select attname from pg_attribute where attnum > 0 and not attisdropped"
                    + " and attrelid = 'carillon.schedules'::regclass"));
    columns.removeAll(Set.of("id", "org_id", "pattern"));
    Map<String, Change> changes = changes();
    assertThat(changes.keySet())
        .as("a new column belongs to the pattern or to what is sent with each, and to this test")
        .containsExactlyInAnyOrderElementsOf(columns);
    List<Schedule> fleet = fleet(1, FLEET + 2 * changes.size());
    List<UUID> all = idsOf(fleet);
    List<UUID> unused = new ArrayList<>(all.subList(FLEET, all.size()));

    changes.forEach((column, change) -> {
      UUID same = unused.removeLast();
      UUID other = unused.removeLast();
      if (!change.before.isEmpty()) {
        set(same, change.before);
        set(other, change.before);
      }
      readsAsAlone(all);
      Schedule before = alone(other);
      set(other, column + " = " + change.after);

      readsAsAlone(all);
      assertThat(alone(other)).as(column).isNotEqualTo(before);
      assertThat(!pattern(same).equals(pattern(other))).as(column).isEqualTo(change.shared);
    });
  }

  @Test
  void nobody_writes_a_pattern_of_their_own() {
    UUID id = idsOf(fleet(1, 1)).getFirst();
    String before = pattern(id);
    set(id, "pattern = '00000000-0000-0000-0000-000000000001'");
    assertThat(pattern(id)).isEqualTo(before);
  }

  @Test
  void texts_that_would_read_alike_side_by_side_are_told_apart() {
    List<UUID> all = idsOf(fleet(1, FLEET));
    List<String> texts =
        List.of(
            "description = 'a'',''b', owner = 'c'",
            "description = 'a', owner = 'b'',''c'",
            "description = 'ab', owner = 'c'",
            "description = 'a', owner = 'bc'",
            "description = '', trigger_node_id = null",
            "description = '', trigger_node_id = 'NULL'",
            "description = '', trigger_node_id = ''",
            "description = '\\', owner = 'a'",
            "description = '\\\\', owner = 'a'",
            "description = '\\134', owner = 'a'",
            "description = '\\x5c', owner = 'a'",
            "description = 'ä', owner = 'a'",
            "description = '\\303\\244', owner = 'a'");
    for (int i = 0; i < texts.size(); i++) {
      set(all.get(i), texts.get(i));
    }

    readsAsAlone(all);
    assertThat(all.stream().map(PgDefinitionsTest::pattern).distinct()).hasSize(texts.size());
  }

  @Test
  void an_edited_schedule_leaves_its_fleet() {
    List<Schedule> fleet = fleet(1, FLEET);
    List<UUID> all = idsOf(fleet);
    readsAsAlone(all);
    Schedule before = fleet.get(FLEET / 2);
    Schedule wanted =
        new Schedule(
            before.id(),
            1,
            "another name",
            "another description",
            Slots.of(Cron.parse("0 9 * * MON", ZoneId.of("Europe/Berlin"))),
            new Target.Http("PUT", "https://example.com/'\\", Map.of("A", "b")),
            "{ \"as\": \"written\" }",
            before.policies().withMaxRetries(7),
            "agent:frank",
            Status.ACTIVE,
            null,
            1,
            before.createdAt(),
            before.updatedAt());

    assertThat(store.update(List.of(new Command.Edit(before.id(), wanted, null))))
        .containsExactly(new Reply.Done());

    Schedule edited = byId(store.definitions(all)).get(before.id());
    assertThat(edited.name()).isEqualTo(wanted.name());
    assertThat(edited.description()).isEqualTo(wanted.description());
    assertThat(edited.slots()).isEqualTo(wanted.slots());
    assertThat(edited.target()).isEqualTo(wanted.target());
    assertThat(edited.payload()).isEqualTo(wanted.payload());
    assertThat(edited.policies()).isEqualTo(wanted.policies());
    assertThat(edited.version()).isEqualTo(2);
    readsAsAlone(all);
  }

  @Test
  void organizations_that_are_alike_keep_their_own() {
    List<Schedule> first = fleet(1, FLEET);
    List<Schedule> second = fleet(2, FLEET);
    List<Schedule> both = new ArrayList<>();
    for (int i = 0; i < FLEET; i++) {
      both.add(first.get(i));
      both.add(second.get(i));
    }
    assertThat(pattern(first.getFirst().id())).isEqualTo(pattern(second.getFirst().id()));

    assertThat(store.definitions(idsOf(both))).containsExactlyInAnyOrderElementsOf(both);
  }

  /** After an answer of ones that are hardly alike, whole rows are asked for a while. */
  @Test
  void schedules_of_which_no_two_are_alike_are_read_time_and_again() {
    List<UUID> alike = idsOf(fleet(1, FLEET));
    List<UUID> unlike = idsOf(fleet(1, 5_000));
    PgDatabase.execute(
        pool,
        "update carillon.schedules set handler = 'handler ' || id where id >= '%s'"
            .formatted(unlike.getFirst()));

    readsAsAlone(unlike.subList(0, 20));
    for (int i = 0; i < 70; i++) {
      List<UUID> some = unlike.subList(i * 70, i * 70 + 100);
      assertThat(idsOf(store.definitions(some))).containsExactlyInAnyOrderElementsOf(some);
      assertThat(store.definitions(some))
          .allSatisfy(schedule ->
              assertThat(schedule.target())
                  .isEqualTo(new Target.Handler("handler " + schedule.id())));
    }
    readsAsAlone(alike);
    assertThat(store.definitions(unlike)).hasSize(unlike.size());
  }

  @Test
  void rows_that_are_no_definitions_keep_none_of_the_others_from_being_read() {
    List<Schedule> fleet = fleet(1, FLEET);
    List<UUID> all = idsOf(fleet);
    String broken = CRON + ", status = 'active'";
    for (UUID id : all.subList(3, 6)) {
      set(id, broken);
      set(id, "cron = 'every now and then'");
    }
    set(all.get(8), CRON);
    set(all.get(8), "timezone = 'Mars/Base'");
    set(all.get(9), "interval_ms = 0");
    // This one is like the others in all that they share.
    set(all.get(10), "name = ' '");
    List<Schedule> good = new ArrayList<>(fleet);
    good.removeAll(fleet.subList(3, 6));
    good.removeAll(fleet.subList(8, 11));

    assertThat(store.definitions(all)).containsExactlyInAnyOrderElementsOf(good);
  }

  @Test
  void what_is_gone_is_left_out() {
    List<Schedule> fleet = fleet(1, FLEET);
    List<UUID> all = idsOf(fleet);
    PgDatabase.execute(
        pool, "delete from carillon.schedules where id = '%s'".formatted(all.getFirst()));

    assertThat(store.definitions(all))
        .containsExactlyInAnyOrderElementsOf(fleet.subList(1, fleet.size()));
    PgDatabase.execute(pool, "delete from carillon.schedules");
    assertThat(store.definitions(all)).isEmpty();
  }

  private void readsAsAlone(List<UUID> all) {
    List<Schedule> together = store.definitions(all);
    assertThat(together).hasSameSizeAs(all);
    Map<UUID, Schedule> listed = new LinkedHashMap<>();
    store
        .schedules(1, null, null, 10_000)
        .forEach(entry -> listed.put(entry.schedule().id(), entry.schedule()));
    assertThat(together)
        .allSatisfy(schedule -> assertThat(schedule).isEqualTo(listed.get(schedule.id())));
  }

  private Schedule alone(UUID id) {
    return Objects.requireNonNull(store.schedule(1, id)).schedule();
  }

  private static Map<UUID, Schedule> byId(List<Schedule> schedules) {
    Map<UUID, Schedule> byId = new LinkedHashMap<>();
    schedules.forEach(schedule -> byId.put(schedule.id(), schedule));
    return byId;
  }

  /** A timer always has the version of its schedule, and lists take it from there. */
  private static void set(UUID id, String columns) {
    PgDatabase.execute(
        pool,
        """
        update carillon.schedules set %1$s where id = '%2$s';
        update carillon.timers t set version = s.version
        from carillon.schedules s where s.id = t.schedule_id and s.id = '%2$s'\
        """
            .formatted(columns, id));
  }

  private static String pattern(UUID id) {
    return PgDatabase.query(
            pool, "select pattern from carillon.schedules where id = '%s'".formatted(id))
        .getFirst();
  }

  private static List<UUID> idsOf(List<Schedule> schedules) {
    return schedules.stream().map(Schedule::id).toList();
  }

  /** So many that differ in nothing but what is each one's own. */
  private List<Schedule> fleet(int org, int size) {
    List<Schedule> fleet =
        IntStream.range(0, size)
            .mapToObj(i ->
                new Schedule(
                    new UUID(0x0190_a000_0000_7000L, 0x8000_0000_0000_0000L + ids++),
                    org,
                    "schedule " + i,
                    "",
                    Slots.of(new Interval(Duration.ofMinutes(1), NOW.plusSeconds(i))),
                    new Target.Handler("x"),
                    i % 3 == 0 ? "{\"i\": " + i + "}" : null,
                    Policies.defaultsFor(TargetKind.HANDLER),
                    "user:ada",
                    Status.ACTIVE,
                    null,
                    1,
                    NOW.minusSeconds(i),
                    NOW))
            .toList();
    store.create(
        fleet.stream()
            .map(schedule -> new Entry(schedule, Timer.fresh(schedule, NOW.plusSeconds(3_600))))
            .toList());
    return fleet;
  }
}
