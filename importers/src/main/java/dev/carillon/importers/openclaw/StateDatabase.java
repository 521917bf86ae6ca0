package dev.carillon.importers.openclaw;

import dev.carillon.importers.Lenient;
import dev.carillon.importers.Unreadable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tables about cron jobs of OpenClaw's SQLite database. It is a copy in a directory of its own
 * that is opened: the database of a gateway at work is never touched, and what its log (-wal) holds
 * is seen all the same.
 */
public final class StateDatabase {

  /** What every SQLite database begins with. */
  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  private static final int MOST_JOBS = 10_000;
  private static final int MOST_RUNS = 20_000;

  /** Everything of a table, the newest first where there are many. */
  private static final Map<String, String> TABLES =
      Map.of(
          "cron_jobs", "select * from cron_jobs limit " + MOST_JOBS,
          "cron_run_logs", "select * from cron_run_logs order by ts desc limit " + MOST_RUNS,
          "task_runs",
              "select * from task_runs where runtime = 'cron' order by started_at desc limit "
                  + MOST_RUNS);

  private StateDatabase() {}

  public static boolean is(byte[] content) {
    return content.length >= MAGIC.length
        && Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * Its tables as JSON: {@code {"tables": {"cron_jobs": [{…}]}}}.
   *
   * @param log the database's -wal file, when there is one
   * @throws Unreadable if it is no database of OpenClaw's
   */
  public static ObjectNode read(byte[] database, byte @Nullable [] log) {
    try {
      Path directory = Files.createTempDirectory("carillon-openclaw");
      Path file = directory.resolve("openclaw.sqlite");
      try {
        Files.write(file, database);
        if (log != null) {
          Files.write(directory.resolve("openclaw.sqlite-wal"), log);
        }
        return tables(file);
      } finally {
        for (String name : List.of("", "-wal", "-shm", "-journal")) {
          Files.deleteIfExists(directory.resolve("openclaw.sqlite" + name));
        }
        Files.deleteIfExists(directory);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode tables(Path file) {
    ObjectNode answer = Lenient.object();
    ObjectNode tables = answer.putObject("tables");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      // Nothing that a database says about itself may call functions; extensions are off anyway.
      statement.execute("pragma trusted_schema = off");
      for (String table : List.of("cron_jobs", "cron_run_logs", "task_runs")) {
        if (exists(connection, table)) {
          rows(connection, String.valueOf(TABLES.get(table)), tables.putArray(table));
        }
      }
    } catch (SQLException e) {
      throw new Unreadable("the SQLite database cannot be read: " + e.getMessage());
    }
    return answer;
  }

  /** A view could compute for ever; only tables are read. */
  private static boolean exists(Connection connection, String table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "select 1 from sqlite_master where type = 'table' and name = ?")) {
      statement.setString(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  private static void rows(Connection connection, String query, ArrayNode to) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet rows = statement.executeQuery()) {
      ResultSetMetaData columns = rows.getMetaData();
      while (rows.next()) {
        ObjectNode row = to.addObject();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          put(row, columns.getColumnName(i), rows.getObject(i));
        }
      }
    }
  }

  private static void put(ObjectNode row, String name, @Nullable Object value) {
    switch (value) {
      case null -> row.putNull(name);
      case Integer number -> row.put(name, number.longValue());
      case Long number -> row.put(name, number);
      case Double number -> row.put(name, number);
      case byte[] bytes -> row.put(name, new String(bytes, StandardCharsets.UTF_8));
      default -> row.put(name, value.toString());
    }
  }
}
