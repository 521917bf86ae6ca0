package dev.carillon.engine.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the schema to the version this program was built for: forward only, each numbered file
 * once, all in one transaction under an advisory lock, so that nodes which start together wait for
 * each other and a failure leaves the schema as it was.
 */
public final class Migrator {

  private static final Logger log = LoggerFactory.getLogger(Migrator.class);

  private static final Sql LOCK = Sql.of("migrations/lock");
  private static final Sql PREPARE = Sql.of("migrations/prepare");

  private final DataSource dataSource;
  private final Migrations migrations;

  public Migrator(DataSource dataSource, Migrations migrations) {
    this.dataSource = dataSource;
    this.migrations = migrations;
  }

  public void migrate() {
    try (Connection connection = dataSource.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        migrate(connection);
        connection.commit();
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(autoCommit);
      }
    } catch (SQLException e) {
      throw Failures.of("bring the schema up to date", e);
    }
  }

  private void migrate(Connection connection) throws SQLException {
    execute(connection, LOCK.positional());
    execute(connection, PREPARE.positional());
    execute(connection, statement("create-list").positional());
    Map<Integer, String> applied = applied(connection);
    refuseNewer(applied);
    for (String file : migrations.files()) {
      int version = Migrations.version(file);
      String script = Sql.resource(migrations.root(), "migrations/" + file + ".sql");
      String checksum = checksum(script);
      String before = applied.get(version);
      if (before == null) {
        execute(connection, script);
        record(connection, version, file, checksum);
        log.info("The schema has {} now.", file);
      } else if (!before.equals(checksum)) {
        throw new StoreException(
            ("migration %s was applied to this database with other contents (checksum %s, this"
                    + " program has %s); install the program it was made with, or restore the file")
                .formatted(file, before, checksum));
      }
    }
  }

  private Sql statement(String name) {
    return Sql.of(migrations.root(), "migrations/" + name);
  }

  private void refuseNewer(Map<Integer, String> applied) {
    int newest = applied.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    int known = Migrations.version(migrations.files().getLast());
    if (newest > known) {
      throw new StoreException(
          ("the schema of this database is at version %d, and this program knows versions up to"
                  + " %d; it does not run on a newer schema: install a newer Carillon")
              .formatted(newest, known));
    }
  }

  private Map<Integer, String> applied(Connection connection) throws SQLException {
    Map<Integer, String> applied = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(statement("list").positional())) {
      while (rows.next()) {
        applied.put(rows.getInt("version"), rows.getString("checksum"));
      }
    }
    return applied;
  }

  private void record(Connection connection, int version, String file, String checksum)
      throws SQLException {
    Sql record = statement("record");
    try (PreparedStatement statement = connection.prepareStatement(record.positional())) {
      new Call(record, statement)
          .set("version", Param.of(version))
          .set("name", Param.of(file))
          .set("checksum", Param.of(checksum))
          .update();
    }
  }

  private static void execute(Connection connection, String script) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(script);
    }
  }

  /** Of the text with one kind of line ending, so that a checkout on another system is the same. */
  private static String checksum(String script) {
    try {
      byte[] bytes = script.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
