package dev.carillon.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.carillon.server.metrics.PoolFigures;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the connections to the database. */
final class Pool {

  private static final Logger log = LoggerFactory.getLogger(Pool.class);

  /** Four are the engine's own, one listens; the rest is for what people ask. */
  private static final int SIZE = 16;

  private static final Duration CONNECT = Duration.ofSeconds(5);

  /**
   * A bit more than the longest statement the store allows (30 s): a database that went away
   * without a word is noticed, and a slow one is not mistaken for it.
   */
  private static final Duration SILENCE = Duration.ofSeconds(40);

  /** How long a database may be away, for instance starting itself, when we start. */
  private static final Duration FIRST_CONTACT = Duration.ofSeconds(30);

  private static final Duration PAUSE = Duration.ofMillis(500);

  private Pool() {}

  static HikariDataSource open(DatabaseAddress database) {
    long deadline = System.nanoTime() + FIRST_CONTACT.toNanos();
    boolean told = false;
    while (true) {
      try {
        return new HikariDataSource(config(database));
      } catch (PoolInitializationException e) {
        SQLException problem = sqlCause(e);
        if (!isAway(problem) || System.nanoTime() - deadline > 0) {
          throw refused(database, problem, e);
        }
        if (!told) {
          log.warn(
              "PostgreSQL {} does not answer yet ({}); trying for {} s.",
              database.label(),
              message(problem, e),
              FIRST_CONTACT.toSeconds());
          told = true;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static HikariConfig config(DatabaseAddress database) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("carillon");
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(SIZE);
    config.setMinimumIdle(2);
    config.setIdleTimeout(Duration.ofMinutes(1).toMillis());
    config.setConnectionTimeout(CONNECT.toMillis());
    config.setValidationTimeout(Duration.ofSeconds(2).toMillis());
    config.setKeepaliveTime(Duration.ofSeconds(30).toMillis());
    config.setInitializationFailTimeout(1);
    config.addDataSourceProperty("ApplicationName", "carillon");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("connectTimeout", "" + CONNECT.toSeconds());
    config.addDataSourceProperty("loginTimeout", "" + 2 * CONNECT.toSeconds());
    config.addDataSourceProperty("socketTimeout", "" + SILENCE.toSeconds());
    return config;
  }

  /** Nobody answers, or PostgreSQL says that it is just starting or stopping. */
  private static boolean isAway(@Nullable SQLException problem) {
    String state = state(problem);
    return state.startsWith("08") || state.startsWith("57P");
  }

  private static StartException refused(
      DatabaseAddress database, @Nullable SQLException problem, Exception e) {
    String state = state(problem);
    String advice =
        switch (state) {
          case "28P01", "28000" ->
              "Check user= and password= in --db-url or CARILLON_DB_URL, and pg_hba.conf there";
          case "3D000" -> "Create that database first (createdb), or name another in --db-url";
          case "53300" -> "Raise max_connections there: Carillon uses up to " + SIZE;
          default -> "Check that it runs and that --db-url or CARILLON_DB_URL names its address";
        };
    return new StartException(
        "Expected to connect to PostgreSQL %s, but: %s (SQLSTATE %s). %s."
            .formatted(database.label(), message(problem, e), state, advice),
        e);
  }

  private static String message(@Nullable SQLException problem, Exception e) {
    Throwable told = problem == null ? e : problem;
    return String.valueOf(told.getMessage()).replaceAll("\\s+", " ").replaceFirst("\\.$", "");
  }

  private static String state(@Nullable SQLException problem) {
    String state = problem == null ? null : problem.getSQLState();
    return state == null ? "none" : state;
  }

  /** How the connections stand. */
  static PoolFigures figures(HikariDataSource pool) {
    HikariPoolMXBean state = pool.getHikariPoolMXBean();
    return new PoolFigures(
        state.getActiveConnections(),
        state.getIdleConnections(),
        state.getThreadsAwaitingConnection(),
        pool.getMaximumPoolSize());
  }

  private static @Nullable SQLException sqlCause(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }
}
