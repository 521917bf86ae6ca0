package dev.carillon.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.run.RunIds;
import dev.carillon.engine.run.RunRecord;
import dev.carillon.engine.store.PgStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Listing the last runs of one schedule among ten million rows of history.
 *
 * <p>The rows are written as time would have written them, round by round through all schedules, so
 * that those of one schedule lie far apart.
 */
record HistoryListing() implements Workload {

  private static final int ROUNDS = 100;
  private static final int LISTED = 50;
  private static final int LISTINGS = 200;
  private static final int WARM_UP = 100;
  private static final int COPY_BUFFER = 1 << 16;
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String question() {
    return "milliseconds to list the last 50 runs of a schedule among 10M rows of history";
  }

  @Override
  public void run(Bench bench) {
    Report.Section section = bench.report().section(name());
    int schedules = bench.options().schedulesOr(100_000, 4_000);
    ScheduleDraft draft = ScheduleDraft.named("bench").handler(Nodes.HANDLER);
    Fleet.define(bench.database(), schedules, draft, INTERVAL).arm(Duration.ofHours(1));
    List<UUID> ids =
        bench.database().rows("select id from carillon.fleet order by ord").stream()
            .map(row -> UUID.fromString(row.getFirst()))
            .toList();
    Report.say("writing %,d rows of history", (long) schedules * ROUNDS);
    fill(bench, ids);
    section
        .put("rows", bench.database().number("select count(*) from carillon.runs"))
        .put(
            "runs_mb",
            bench.database().number("select pg_total_relation_size('carillon.runs') / 1048576"));
    list(bench, ids, section);
  }

  private static void fill(Bench bench, List<UUID> ids) {
    Instant beginning = Instant.ofEpochMilli(System.currentTimeMillis()).minus(Duration.ofDays(1));
    Instant last = beginning;
    try (Connection connection = bench.database().connect()) {
      CopyIn copy =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyIn(
                  "copy carillon.runs (id, schedule_id, previous_id, slot_at, started_at,"
                      + " completed_at, lateness_ms, org_id, seq, repeat, retry, node, origin,"
                      + " status) from stdin");
      StringBuilder lines = new StringBuilder(2 * COPY_BUFFER);
      for (int round = 1; round <= ROUNDS; round++) {
        Instant slot = beginning.plus(INTERVAL.multipliedBy(round));
        Instant before = round == 1 ? null : last;
        for (UUID id : ids) {
          lines.append(RunIds.ofSlot(id, slot)).append('\t').append(id).append('\t');
          lines.append(before == null ? "\\N" : RunIds.ofSlot(id, before).toString());
          lines.append('\t').append(slot).append('\t').append(slot).append('\t').append(slot);
          lines.append("\t0\t1\t").append(round).append('\t').append(round - 1);
          lines.append("\t0\t1\tschedule\tsuccess\n");
          if (lines.length() > COPY_BUFFER) {
            send(copy, lines);
          }
        }
        last = slot;
      }
      send(copy, lines);
      copy.endCopy();
      link(bench, connection, ids, last);
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("cannot write the history: " + e.getMessage(), e);
    }
  }

  private static void send(CopyIn copy, StringBuilder lines) throws SQLException {
    byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
    copy.writeToCopy(bytes, 0, bytes.length);
    lines.setLength(0);
  }

  /** Each timer knows the newest row of its schedule. */
  private static void link(Bench bench, Connection connection, List<UUID> ids, Instant last)
      throws SQLException, IOException {
    bench.database().execute("create unlogged table carillon.newest (id uuid, run_id uuid)");
    CopyIn copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("copy carillon.newest from stdin");
    StringBuilder lines = new StringBuilder();
    for (UUID id : ids) {
      lines.append(id).append('\t').append(RunIds.ofSlot(id, last)).append('\n');
    }
    send(copy, lines);
    copy.endCopy();
    bench
        .database()
        .execute(
            """
            update carillon.timers t
            set last_run_id = n.run_id, last_run_status = 'success', last_run_at = '%2$s',
                run_seq = %1$d, run_count = %1$d, repeat = %1$d, revision = %1$d
            from carillon.newest n where n.id = t.schedule_id
            """
                .formatted(ROUNDS, last),
            "vacuum (analyze) carillon.runs",
            "vacuum (analyze) carillon.timers");
  }

  private static void list(Bench bench, List<UUID> ids, Report.Section section) {
    Random random = new Random(1);
    double[] millis = new double[LISTINGS];
    try (HikariDataSource pool = bench.database().pool();
        PgStore store = PgStore.open(pool)) {
      for (int i = -WARM_UP; i < LISTINGS; i++) {
        UUID id = ids.get(random.nextInt(ids.size()));
        long began = System.nanoTime();
        List<RunRecord> listed = store.history(1, id, null, LISTED);
        double took = (System.nanoTime() - began) / 1e6;
        if (listed.size() != LISTED || listed.getFirst().seq() != ROUNDS) {
          throw new IllegalStateException("the history of " + id + " is not what was written");
        }
        if (i >= 0) {
          millis[i] = took;
        }
      }
    }
    Arrays.sort(millis);
    section
        .put("list_50_ms_p50", millis[LISTINGS / 2])
        .put("list_50_ms_p99", millis[LISTINGS * 99 / 100])
        .put("list_50_ms_max", millis[LISTINGS - 1])
        .put("load_average", Machine.loadAverage());
  }
}
