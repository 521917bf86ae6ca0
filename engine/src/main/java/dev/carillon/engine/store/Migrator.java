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
import java.util.List;
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
final class Migrator {

  private static final Logger log = LoggerFactory.getLogger(Migrator.class);

  /** All migrations in their order; a jar cannot be listed, so they are named here. */
  private static final List<String> FILES =
      List.of("V001__create_tables", "V002__keep_an_agenda", "V003__outlive_clocks_set_back");

  private static final Sql LOCK = Sql.of("migrations/lock");
  private static final Sql PREPARE = Sql.of("migrations/prepare");
  private static final Sql CREATE_LIST = Sql.of("migrations/create-list");
  private static final Sql LIST = Sql.of("migrations/list");
  private static final Sql RECORD = Sql.of("migrations/record");

  private final DataSource dataSource;

  Migrator(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  void migrate() {
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

  private static void migrate(Connection connection) throws SQLException {
    execute(connection, LOCK.positional());
    execute(connection, PREPARE.positional());
    execute(connection, CREATE_LIST.positional());
    Map<Integer, String> applied = applied(connection);
    refuseNewer(applied);
    for (int version = 1; version <= FILES.size(); version++) {
      String file = FILES.get(version - 1);
      String script = Sql.resource("migrations/" + file + ".sql");
      String checksum = checksum(script);
      String before = applied.get(version);
      if (before == null) {
        execute(connection, script);
        record(connection, version, file, checksum);
        log.info("The schema is at version {} now ({}).", version, file);
      } else if (!before.equals(checksum)) {
        throw new StoreException(
            ("migration %s was applied to this database with other contents (checksum %s, this"
                    + " program has %s); install the program it was made with, or restore the file")
                .formatted(file, before, checksum));
      }
    }
  }

  private static void refuseNewer(Map<Integer, String> applied) {
    int newest = applied.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    if (newest > FILES.size()) {
      throw new StoreException(
          ("the schema of this database is at version %d, and this program knows versions up to"
                  + " %d; it does not run on a newer schema: install a newer Carillon")
              .formatted(newest, FILES.size()));
    }
  }

  private static Map<Integer, String> applied(Connection connection) throws SQLException {
    Map<Integer, String> applied = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(LIST.positional())) {
      while (rows.next()) {
        applied.put(rows.getInt("version"), rows.getString("checksum"));
      }
    }
    return applied;
  }

  private static void record(Connection connection, int version, String file, String checksum)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD.positional())) {
      new Call(RECORD, statement)
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
