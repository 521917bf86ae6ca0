package dev.carillon.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.store.NodeStore.Estate;
import dev.carillon.engine.store.PgStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A history that has grown since PostgreSQL last counted it: a node dies within the first minutes
 * of a database's life, and the planner believes that there is next to nothing in it.
 */
class PgGrownHistoryTest {

  private static final int NOTED = 2_000;
  private static final int RECORDED = 20_000;

  private final PgDatabase database = PgDatabase.create();
  private final HikariDataSource pool = database.pool();
  private final PgStore store = PgStore.open(pool);

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  @Test
  void an_estate_is_read_with_a_look_or_two_for_each_of_its_slots() throws SQLException {
    PgDatabase.execute(pool, "vacuum analyze carillon.runs, carillon.intents, carillon.open_runs");
    int dead = store.join("dead", null, Duration.ofSeconds(10)).node();
    fill(dead);

    assertThat(compared()).isZero();
    Estate estate = store.estate(NOTED);
    long compared = compared();

    assertThat(estate.losses()).hasSize(NOTED / 2);
    // Comparing each slot with all of history read 20 million.
    assertThat(compared).isBetween((long) NOTED / 2, 4L * NOTED);
  }

  /** A dead node has noted 2000 slots, of which every other has its run in history. */
  private void fill(int dead) {
    PgDatabase.execute(
        pool,
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, run_at, jitter_ms, target, handler, total_repeats, max_retries,
          retry_delay_ms, timeout_ms, max_failures, on_max_failures, overlap, catch_up,
          starting_deadline_ms, backfill_limit)
        select ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 1, 1, now(), now(),
          'n', '', 'o', 'active', now(), 0, 'handler', 'h', 0, 0, 0, 1, 0, 'dead', 'skip', 'skip', 0,
          0
        from generate_series(1, %1$d) i;
        insert into carillon.timers (schedule_id, slot_at, due_at, run_count, error_count,
          skipped_count, version, org_id, revision, repeat, retry, open_runs, consecutive_failures,
          run_seq, shard)
        select id, now(), now(), 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1 from carillon.schedules;
        insert into carillon.runs (id, schedule_id, slot_at, completed_at, lateness_ms, org_id, seq,
          repeat, retry, origin, status)
        select ('00000000-0000-7000-9000-' || lpad(i::text, 12, '0'))::uuid, gen_random_uuid(),
          now(), now(), 0, 1, 1, 0, 0, 'schedule', 'success'
        from generate_series(2, 2 * %2$d, 2) i;
        insert into carillon.intents (node, batch, begun_at, schedule_ids, run_ids, slots)
        select %3$d, 1, now(), array_agg(schedule_id), array_agg(run_id), array_agg(now())
        from (
          select ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid as schedule_id,
            ('00000000-0000-7000-9000-' || lpad(i::text, 12, '0'))::uuid as run_id
          from generate_series(1, %1$d) i) x;
        update carillon.nodes set dead_at = now() where id = %3$d\
        """
            .formatted(NOTED, RECORDED, dead));
  }

  /** Entries of history's primary key that were read so far, by everybody. */
  private long compared() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_stat_force_next_flush()");
      return Long.parseLong(
          PgDatabase.query(
                  statement,
                  "select idx_tup_read from pg_stat_user_indexes where indexrelname = 'runs_pkey'")
              .getFirst());
    }
  }
}
