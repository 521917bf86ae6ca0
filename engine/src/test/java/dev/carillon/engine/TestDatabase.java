package dev.carillon.engine;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.postgres.EmbeddedPostgresConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A database of its own for one test class, on a PostgreSQL that all of them share. */
final class TestDatabase implements BeforeAllCallback, AfterAllCallback {

  private static final AtomicInteger COUNT = new AtomicInteger();

  /** The shared server; it ends with the test run. */
  record Server(EmbeddedPostgres postgres, Path directory) implements AutoCloseable {

    static Server start() {
      try {
        Path directory = Files.createTempDirectory("carillon-engine-test");
        return new Server(
            EmbeddedPostgres.start(
                EmbeddedPostgresConfig.in(directory).withSetting("max_connections", "200")),
            directory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      postgres.close();
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private final List<HikariDataSource> pools = new CopyOnWriteArrayList<>();
  private EmbeddedPostgres postgres;
  private String name;
  private HikariDataSource own;

  @Override
  public void beforeAll(ExtensionContext context) {
    postgres =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.GLOBAL)
            .computeIfAbsent(Server.class, _ -> Server.start(), Server.class)
            .postgres();
    name = "test_" + COUNT.incrementAndGet();
    onServer("create database " + name);
    own = pool(8);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    pools.forEach(HikariDataSource::close);
    onServer("drop database if exists " + name + " with (force)");
  }

  EmbeddedPostgres postgres() {
    return postgres;
  }

  String url() {
    return url(postgres.port());
  }

  /** The same database through another port, such as that of a {@link Wire}. */
  String url(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
  }

  /** The test's own connections, which no fault touches. */
  DataSource own() {
    return own;
  }

  /** Connections for one engine. */
  HikariDataSource pool(int size) {
    return pool(url(), size);
  }

  HikariDataSource pool(String url, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(postgres.user());
    config.setPassword(postgres.password());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setConnectionTimeout(5_000);
    config.setInitializationFailTimeout(-1);
    HikariDataSource pool = new HikariDataSource(config);
    pools.add(pool);
    return pool;
  }

  /** Turns a row into what a test wants to know. */
  interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  <T> List<T> query(String sql, RowMapper<T> mapper) {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<T> found = new ArrayList<>();
      while (rows.next()) {
        found.add(mapper.map(rows));
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  long number(String sql) {
    return query(sql, row -> row.getLong(1)).getFirst();
  }

  int execute(String sql) {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The database's clock. */
  Instant now() {
    return query("select clock_timestamp()", row -> instant(row, 1)).getFirst();
  }

  /** Forgets all schedules and their runs, so that the next test begins with none. */
  void clear() {
    execute(
        "truncate carillon.runs, carillon.open_runs, carillon.intents, carillon.timers,"
            + " carillon.cohorts, carillon.cohort_members,"
            + " carillon.agenda,"
            + " carillon.schedules");
  }

  /** Names a timer in the agenda and counts the change, as whoever moves one must. */
  void nameTimer(UUID scheduleId) {
    execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2), 1::bigint << shard, org_id, 1,
          array[schedule_id]
        from carillon.current_timers where schedule_id = '%1$s' and due_at is not null;
        update carillon.changes set count = count + 1
        where shard = (select shard from carillon.current_timers where schedule_id = '%1$s')
        """
            .formatted(scheduleId));
  }

  static Instant instant(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static UUID uuid(ResultSet row, int column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  private void onServer(String sql) {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
