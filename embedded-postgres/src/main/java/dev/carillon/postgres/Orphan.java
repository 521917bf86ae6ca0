package dev.carillon.postgres;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A server that runs on our cluster although the process that started it is dead. */
final class Orphan {

  private static final Logger log = LoggerFactory.getLogger(Orphan.class);
  private static final Duration GLANCE = Duration.ofMillis(20);
  private static final String INVALID_PASSWORD = "28P01";

  private Orphan() {}

  /**
   * The server left behind, if it is ready and lets us in. One that is just stopping is waited for,
   * and then there is none.
   */
  static Optional<Postmaster> find(Path cluster, String password, Deadline deadline) {
    while (true) {
      Optional<PidFile> file =
          PidFile.read(cluster).filter(left -> Processes.isPostmasterOf(cluster, left.pid()));
      if (file.isEmpty()) {
        return Optional.empty();
      }
      PidFile left = file.get();
      if (left.status() == PidFile.Status.READY && letsUsIn(left, password, cluster)) {
        log.warn(
            "Found the PostgreSQL of an earlier process still running: process {}, port {}.",
            left.pid(),
            left.port());
        return ProcessHandle.of(left.pid())
            .map(process -> new Postmaster(process, left.port(), Processes.end(process.pid())));
      }
      if (deadline.passed()) {
        throw new EmbeddedPostgresException(
            ("Expected the PostgreSQL that was left running on %s, process %d, to stop or to take"
                    + " connections within %d s, but it is %s. End it with: kill -INT %d")
                .formatted(
                    cluster,
                    left.pid(),
                    deadline.from().toSeconds(),
                    left.status().name().toLowerCase(Locale.ROOT),
                    left.pid()));
      }
      deadline.pause(GLANCE);
    }
  }

  /** False while it cannot be reached, as when it is shutting down. */
  private static boolean letsUsIn(PidFile left, String password, Path cluster) {
    Properties properties = new Properties();
    properties.setProperty("user", Cluster.NAME);
    properties.setProperty("password", password);
    properties.setProperty("loginTimeout", "5");
    try (Connection connection =
        DriverManager.getConnection(EmbeddedPostgres.jdbcUrl(left.port()), properties)) {
      return connection.isValid(5);
    } catch (SQLException e) {
      if (INVALID_PASSWORD.equals(e.getSQLState())) {
        throw new EmbeddedPostgresException(
            ("A PostgreSQL runs on %s (process %d, port %d), but it does not accept the password in"
                    + " postgres.password. If nobody needs it, end it with: kill -INT %d")
                .formatted(cluster, left.pid(), left.port(), left.pid()),
            e);
      }
      log.debug("PostgreSQL, process {}, is not ready: {}", left.pid(), e.toString());
      return false;
    }
  }
}
