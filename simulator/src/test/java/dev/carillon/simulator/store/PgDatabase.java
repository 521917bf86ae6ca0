package dev.carillon.simulator.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.carillon.postgres.EmbeddedPostgres;
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
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A new, empty database on a real PostgreSQL, owned by a role that is no superuser, as in
 * production: superusers pass over row-level security.
 *
 * <p>The server is an embedded one, shared by all tests of this process, or the one that the system
 * properties {@code carillon.test.jdbc}, {@code .user} and {@code .password} name.
 */
final class PgDatabase implements AutoCloseable {

  static final String OWNER = "carillon_test_engine";
  static final String TENANT = "carillon_test_tenant";
  private static final String PASSWORD = "test";
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static @Nullable Server server;

  private final Server on;
  private final String name;
  private final List<HikariDataSource> pools = new ArrayList<>();

  private PgDatabase(Server on, String name) {
    this.on = on;
    this.name = name;
  }

  static PgDatabase create() {
    Server on = server();
    String name = "carillon_test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    on.execute("create database " + name + " owner " + OWNER);
    return new PgDatabase(on, name);
  }

  /** A pool for the owner of the tables, which the engine is. */
  HikariDataSource pool() {
    return pool(OWNER, 12);
  }

  HikariDataSource pool(String user, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(on.url(name));
    config.setUsername(user);
    config.setPassword(PASSWORD);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    HikariDataSource pool = new HikariDataSource(config);
    pools.add(pool);
    return pool;
  }

  static void execute(DataSource dataSource, String sql) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  static List<String> query(DataSource dataSource, String sql) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      return query(statement, sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The first column of every row. */
  static List<String> query(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  @Override
  public void close() {
    pools.forEach(HikariDataSource::close);
    on.execute("drop database if exists " + name + " with (force)");
  }

  private static synchronized Server server() {
    if (server == null) {
      server = Server.start();
      for (String role : List.of(OWNER, TENANT)) {
        server.execute(
            "do $$ begin create role %s login password '%s'; exception when duplicate_object then null; end $$"
                .formatted(role, PASSWORD));
      }
      // As the engine becomes a tenant for a transaction.
      server.execute("grant %s to %s".formatted(TENANT, OWNER));
    }
    return server;
  }

  private record Server(String jdbcUrl, String user, String password) {

    static Server start() {
      String given = System.getProperty("carillon.test.jdbc");
      if (given != null) {
        return new Server(
            given,
            System.getProperty("carillon.test.user", "postgres"),
            System.getProperty("carillon.test.password", ""));
      }
      try {
        Path directory = Files.createTempDirectory("carillon-test");
        EmbeddedPostgres postgres = EmbeddedPostgres.start(directory);
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
        return new Server(postgres.jdbcUrl(), postgres.user(), postgres.password());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    String url(String database) {
      return jdbcUrl.replaceFirst("/[^/?]+(\\?|$)", "/" + database + "$1");
    }

    void execute(String sql) {
      Properties login = new Properties();
      login.setProperty("user", user);
      login.setProperty("password", password);
      try (Connection connection = DriverManager.getConnection(jdbcUrl, login);
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new IllegalStateException(sql, e);
      }
    }
  }
}
