package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.store.PgStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every statement is one that PostgreSQL takes, and uses the index its header names. */
class PgPlansTest {

  private static final Pattern PARAMETER = Pattern.compile("(?<!:):([a-z][a-z_]*)");

  /** Tables so small that PostgreSQL rightly reads them whole. */
  private static final List<String> SMALL =
      List.of("shards_pkey", "nodes_pkey", "migrations_pkey", "changes_pkey");

  private static PgDatabase database;
  private static HikariDataSource pool;

  @BeforeAll
  static void fill() {
    database = PgDatabase.create();
    pool = database.pool();
    PgStore.open(pool).close();
    PgDatabase.execute(
        pool,
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, run_at, jitter_ms, target, handler, total_repeats, max_retries,
          retry_delay_ms, timeout_ms, max_failures, on_max_failures, overlap, catch_up,
          starting_deadline_ms, backfill_limit)
        select gen_random_uuid(), 1, 1, now(), now(), 'n', '', 'o',
          case when i % 20 = 0 then 'paused' else 'active' end, now(), 0, 'handler', 'h',
          0, 0, 0, 1, 0, 'dead', 'skip', 'skip', 0, 0
        from generate_series(1, 20000) i;
        insert into carillon.timers (schedule_id, slot_at, due_at, run_count, error_count,
          skipped_count, version, org_id, revision, repeat, retry, open_runs, consecutive_failures,
          run_seq, shard)
        select id, now(), now() + random() * interval '1 day', 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0,
          (random() * 63)::int
        from carillon.schedules;
        insert into carillon.cohorts (slot_at, due_at, version, org_id, shard, size)
        select now(), now(), 1, 1, (random() * 63)::int, 2 from generate_series(1, 5000);
        insert into carillon.cohort_members (cohort_id, org_id, schedule_ids, texts)
        select id, 1, '{}', '' from carillon.cohorts;
        update carillon.timers t set cohort_id = m.place / 2, cohort_bit = m.place % 2
        from (select schedule_id, row_number() over () + 1 as place from carillon.timers limit 9000) m
        where t.schedule_id = m.schedule_id;
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2), 1::bigint << shard, org_id, 1,
          array[schedule_id]
        from carillon.timers;
        insert into carillon.runs (id, schedule_id, slot_at, completed_at, lateness_ms, org_id, seq,
          repeat, retry, origin, status)
        select gen_random_uuid(), id, now(), now(), 0, 1, 1, 0, 0, 'schedule', 'success'
        from carillon.schedules;
        insert into carillon.open_runs (id, schedule_id, slot_at, first_due_at, due_at, org_id,
          repeat, retry, shard, origin, state)
        select gen_random_uuid(), id, now(), now(), now(), 1, 0, 0, (random() * 63)::int, 'manual',
          'waiting'
        from carillon.schedules limit 10000;
        insert into carillon.open_runs (id, schedule_id, slot_at, first_due_at, org_id, repeat, retry,
          shard, origin, state, node, fence, attempt_started_at, deadline_at)
        select gen_random_uuid(), id, now(), now(), 1, 0, 0, (random() * 63)::int, 'manual',
          'running', (random() * 1000)::int, 1, now(), now()
        from carillon.schedules limit 10000;
        insert into carillon.intents (node, batch, begun_at, schedule_ids, run_ids, slots)
        select i % 1000, i, now(), '{}', '{}', '{}' from generate_series(1, 20000) i\
        """);
    PgDatabase.execute(pool, "analyze");
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @TestFactory
  Stream<DynamicTest> each_statement_uses_the_indexes_its_header_names() throws IOException {
    Path root = Path.of("../engine/src/main/resources/dev/carillon/engine/sql");
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
    assertThat(files).hasSizeGreaterThan(40);
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(root.relativize(file).toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException, SQLException {
    String text = Files.readString(file);
    String header =
        text.lines().filter(line -> line.startsWith("--")).collect(Collectors.joining("\n"));
    assertThat(header).contains("Locks:");
    String plan = plan(text);
    Matcher named =
        Pattern.compile("\\b[a-z_]+_(pkey|due|waiting|deadline|of_[a-z]+|by_[a-z]+)\\b")
            .matcher(header);
    while (named.find()) {
      boolean inserted = plan.contains("Insert on");
      if (!SMALL.contains(named.group()) && !inserted) {
        assertThat(plan).contains(named.group());
      }
    }
    if (named.reset().find()) {
      assertThat(plan)
          .doesNotContain("Seq Scan on timers")
          .doesNotContain("Seq Scan on cohorts")
          .doesNotContain("Seq Scan on agenda")
          .doesNotContain("Seq Scan on runs")
          .doesNotContain("Seq Scan on open_runs")
          .doesNotContain("Seq Scan on schedules")
          .doesNotContain("current_setting");
    }
  }

  /** The plan that PostgreSQL would use for any parameters, as the hot connections have it. */
  private static String plan(String text) throws SQLException {
    Map<String, Integer> numbers = new java.util.LinkedHashMap<>();
    String body =
        text.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
    String numbered =
        PARAMETER
            .matcher(body)
            .replaceAll(
                match -> "\\$" + numbers.computeIfAbsent(match.group(1), _ -> numbers.size() + 1));
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      if (body.startsWith("create") || body.startsWith("set ") || body.startsWith("commit")) {
        return "";
      }
      statement.execute("set plan_cache_mode = force_generic_plan");
      statement.execute("prepare one as " + numbered);
      try {
        List<String> nulls = new ArrayList<>();
        numbers.forEach((_, _) -> nulls.add("null"));
        String arguments = nulls.isEmpty() ? "" : "(" + String.join(", ", nulls) + ")";
        return String.join(
            "\n", PgDatabase.query(statement, "explain (costs off) execute one" + arguments));
      } finally {
        statement.execute("deallocate one");
        statement.execute("reset plan_cache_mode");
      }
    }
  }
}
