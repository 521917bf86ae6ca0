package dev.carillon.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;

/** The peer's own database, named by the environment as PostgreSQL's programs expect it. */
final class Database {

  private Database() {}

  static String url() {
    return "jdbc:postgresql://%s:%s/%s".formatted(env("PGHOST"), env("PGPORT"), env("PGDATABASE"));
  }

  static String user() {
    return env("PGUSER");
  }

  static String password() {
    return env("PGPASSWORD");
  }

  static HikariDataSource pool(int size) {
    return pool(size, size);
  }

  /**
   * @param idle so many are opened at the start, the others when they are needed
   */
  static HikariDataSource pool(int size, int idle) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url() + "?reWriteBatchedInserts=true");
    config.setUsername(user());
    config.setPassword(password());
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(idle);
    return new HikariDataSource(config);
  }

  static long number(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String env(String name) {
    Map<String, String> environment = System.getenv();
    return Objects.requireNonNull(environment.get(name), () -> name + " is not set");
  }
}
