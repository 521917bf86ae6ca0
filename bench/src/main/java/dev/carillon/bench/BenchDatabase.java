package dev.carillon.bench;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL of our own in a temporary directory, durable as in production. */
final class BenchDatabase implements AutoCloseable {

  /** Besides these, the settings of the embedded PostgreSQL. */
  private static final Map<String, String> SETTINGS =
      Map.of("shared_buffers", "1GB", "max_wal_size", "8GB", "max_connections", "100");

  private static final int CONNECTIONS_PER_NODE = 16;

  private final Path directory;
  private final EmbeddedPostgres postgres;
  private final Thread onExit = new Thread(this::remove, "bench-cleanup");
  private boolean removed;

  private BenchDatabase(Path directory, EmbeddedPostgres postgres) {
    this.directory = directory;
    this.postgres = postgres;
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  static BenchDatabase start() {
    try {
      Path directory = Files.createTempDirectory("carillon-bench");
      return new BenchDatabase(
          directory,
          EmbeddedPostgres.start(EmbeddedPostgresConfig.in(directory).withSettings(SETTINGS)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary directory", e);
    }
  }

  /** Connections for one node, as an application would give it. */
  HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(postgres.jdbcUrl());
    config.setUsername(postgres.user());
    config.setPassword(postgres.password());
    config.setMaximumPoolSize(CONNECTIONS_PER_NODE);
    return new HikariDataSource(config);
  }

  /** With user and password, for a server in another process. */
  String url() {
    String url = postgres.jdbcUrl();
    return "%s%suser=%s&password=%s"
        .formatted(url, url.contains("?") ? "&" : "?", postgres.user(), postgres.password());
  }

  /** What a program in another process needs to connect to one of our databases. */
  Map<String, String> environment(String name) {
    return Map.of(
        "PGHOST",
        "127.0.0.1",
        "PGPORT",
        Integer.toString(postgres.port()),
        "PGDATABASE",
        name,
        "PGUSER",
        postgres.user(),
        "PGPASSWORD",
        postgres.password());
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
  }

  /** Removes dead rows and gathers statistics in another database of ours. */
  void vacuum(String name) {
    String url = "jdbc:postgresql://127.0.0.1:%d/%s".formatted(postgres.port(), name);
    try (Connection connection =
            DriverManager.getConnection(url, postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum (analyze)");
    } catch (SQLException e) {
      throw new IllegalStateException("the database refused: " + e.getMessage(), e);
    }
  }

  /** Runs statements one after the other, each in a transaction of its own. */
  void execute(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the database refused: " + e.getMessage(), e);
    }
  }

  /** The first row that a query finds. */
  List<String> row(String sql) {
    return rows(sql).getFirst();
  }

  List<List<String>> rows(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      List<List<String>> found = new ArrayList<>();
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          String value = rows.getString(i);
          row.add(value == null ? "" : value);
        }
        found.add(row);
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException("the database refused: " + e.getMessage(), e);
    }
  }

  long number(String sql) {
    return Long.parseLong(row(sql).getFirst());
  }

  /** Of all of its processes, in microseconds. */
  long cpuMicros() {
    return CpuTimes.ofTree(postgres.postmasterPid());
  }

  /** Removes every schedule and all else of Carillon. */
  void clear() {
    execute("set client_min_messages = warning", "drop schema if exists carillon cascade");
  }

  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  private synchronized void remove() {
    if (removed) {
      return;
    }
    removed = true;
    postgres.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(BenchDatabase::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println("Could not remove " + directory + ": " + e.getMessage());
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
