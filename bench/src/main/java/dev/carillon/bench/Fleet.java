package dev.carillon.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.engine.ScheduleDraft;
import dev.carillon.engine.Schedules;
import dev.carillon.engine.clock.Ids;
import dev.carillon.engine.schedule.Timer;
import dev.carillon.engine.store.Agenda;
import dev.carillon.engine.store.PgStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Many interval schedules that differ only in their phase, made in seconds.
 *
 * <p>One schedule is made by the engine; the others are its copies with ids, shards and phases of
 * their own, so their rows are what the store would have written. Phases are spread evenly over the
 * interval, and in no order of the ids: neighbours in time are not neighbours in the table.
 */
final class Fleet {

  /** Coprime to every size in use, and far from small multiples of them. */
  private static final long STRIDE = 7_368_787;

  /** The timers' names, in rows of a thousand as batches of completions would have written them. */
  private static final String AGENDA =
      """
      insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
      select bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(schedule_id)
      from (select bucket, shard, org_id, schedule_id,
                   (row_number() over (partition by bucket order by due_at) - 1) / 1000 as part
            from (select floor(extract(epoch from due_at) / %d)::bigint as bucket, t.*
                  from carillon.timers t where due_at is not null) b) p
      group by bucket, org_id, part
      """
          .formatted(Agenda.WIDTH.toSeconds());

  private static final int COPY_BUFFER = 1 << 16;

  private final BenchDatabase database;
  private final int size;
  private final Duration interval;
  private final UUID template;
  private final long originMillis;
  private final Duration took;

  private Fleet(
      BenchDatabase database,
      int size,
      Duration interval,
      UUID template,
      long originMillis,
      Duration took) {
    this.database = database;
    this.size = size;
    this.interval = interval;
    this.template = template;
    this.originMillis = originMillis;
    this.took = took;
  }

  /** Makes an empty database with so many schedules in it, none of which has a timer yet. */
  static Fleet define(BenchDatabase database, int size, ScheduleDraft draft, Duration interval) {
    long began = System.nanoTime();
    database.clear();
    UUID template;
    try (HikariDataSource pool = database.pool();
        PgStore store = PgStore.open(pool)) {
      template = new Schedules(store, Ids.system()).create(draft.every(interval)).id();
    }
    long origin = System.currentTimeMillis();
    try (Connection connection = database.connect()) {
      copy(connection, size, interval.toMillis());
      try (Statement statement = connection.createStatement()) {
        // What is inserted is consistent by construction: no need to look up each reference.
        statement.execute("set session_replication_role = replica");
        statement.execute(schedules(statement, template, origin));
        statement.execute("vacuum (analyze) carillon.schedules");
      }
    } catch (SQLException | IOException e) {
      throw new IllegalStateException("cannot make the schedules: " + e.getMessage(), e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    return new Fleet(database, size, interval, template, origin, took);
  }

  private static void copy(Connection connection, int size, long intervalMillis)
      throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "create unlogged table carillon.fleet (ord int, id uuid, shard int, phase_ms bigint)");
    }
    CopyIn copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy carillon.fleet from stdin");
    Ids ids = Ids.system();
    StringBuilder lines = new StringBuilder(2 * COPY_BUFFER);
    for (int i = 0; i < size; i++) {
      UUID id = ids.next();
      long phase = (i * STRIDE % size) * intervalMillis / size;
      lines.append(i).append('\t').append(id).append('\t').append(Timer.shardOf(id));
      lines.append('\t').append(phase).append('\n');
      if (lines.length() > COPY_BUFFER || i == size - 1) {
        byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
        copy.writeToCopy(bytes, 0, bytes.length);
        lines.setLength(0);
      }
    }
    copy.endCopy();
  }

  private static String schedules(Statement statement, UUID template, long origin)
      throws SQLException {
    return copies(
        statement,
        "schedules",
        "id",
        template,
        Map.of(
            "id", "f.id",
            "name", "'bench ' || f.ord",
            "anchor_at", at("%d + f.phase_ms".formatted(origin))));
  }

  /** Copies the template's row of a table for every schedule, with some columns changed. */
  private static String copies(
      Statement statement, String table, String key, UUID template, Map<String, String> changed)
      throws SQLException {
    List<String> columns = new ArrayList<>();
    try (var rows =
        statement.executeQuery(
            "select column_name from information_schema.columns where table_schema = 'carillon'"
                + " and table_name = '%s' and is_generated = 'NEVER' order by ordinal_position"
                    .formatted(table))) {
      while (rows.next()) {
        columns.add(rows.getString(1));
      }
    }
    return """
    insert into carillon.%1$s (%2$s)
    select %3$s from carillon.fleet f, carillon.%1$s t where t.%4$s = '%5$s' order by f.ord
    """
        .formatted(
            table,
            String.join(", ", columns),
            String.join(
                ", ",
                columns.stream()
                    .map(column -> changed.getOrDefault(column, "t." + column))
                    .toList()),
            key,
            template);
  }

  private static String at(String millis) {
    return "timestamptz 'epoch' + (%s) * interval '1 millisecond'".formatted(millis);
  }

  /**
   * Gives every schedule its timer. The first slots are spread evenly over one interval from the
   * moment returned, which lies ahead by as long as it takes to get there.
   */
  Instant arm(Duration atLeastAhead) {
    Duration lead = took.plus(atLeastAhead);
    long start = armFrom(lead);
    while (System.currentTimeMillis() + atLeastAhead.toMillis() / 2 > start) {
      lead = lead.multipliedBy(2);
      start = armFrom(lead);
    }
    database.execute(
        "delete from carillon.timers where schedule_id = '" + template + "'",
        "delete from carillon.schedules where id = '" + template + "'");
    long armed = database.number("select count(*) from carillon.timers where due_at is not null");
    if (armed != size) {
      throw new IllegalStateException(
          "expected %d timers, but there are %d".formatted(size, armed));
    }
    return Instant.ofEpochMilli(start);
  }

  private long armFrom(Duration lead) {
    long start = System.currentTimeMillis() + lead.toMillis();
    String slot =
        at(
            "%1$d + mod(mod(%2$d + f.phase_ms - %1$d, %3$d) + %3$d, %3$d)"
                .formatted(start, originMillis, interval.toMillis()));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("set session_replication_role = replica");
      statement.execute("delete from carillon.timers where schedule_id <> '" + template + "'");
      statement.execute(
          copies(
              statement,
              "timers",
              "schedule_id",
              template,
              Map.of("schedule_id", "f.id", "shard", "f.shard", "slot_at", slot, "due_at", slot)));
      statement.execute("delete from carillon.agenda");
      statement.execute(AGENDA);
      statement.execute("vacuum (analyze) carillon.timers");
      statement.execute("vacuum (analyze) carillon.agenda");
      // Files for WAL are used again from here on, as in any database that has run for a while. To
      // make a new one holds up every commit for as long as 16 MB take to write.
      statement.execute("checkpoint");
      return start;
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the timers: " + e.getMessage(), e);
    }
  }
}
