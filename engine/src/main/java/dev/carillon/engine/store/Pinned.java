package dev.carillon.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection kept for one kind of hot statement, so that these never wait for a pool or for
 * each other, and are prepared once. It is taken when first needed, given back after an error and
 * taken anew. One caller at a time; further ones wait.
 */
final class Pinned implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Pinned.class);

  /** What is done with the connection. */
  interface Use<T> {
    T with(Pinned connection) throws SQLException;
  }

  private static final String RESET =
      """
      reset plan_cache_mode; reset enable_seqscan; reset lock_timeout; reset statement_timeout;
      reset idle_in_transaction_session_timeout\
      """;

  private final DataSource dataSource;
  private final Patience patience;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Sql, PreparedStatement> prepared = new HashMap<>();
  private @Nullable Connection connection;
  private int thresholdBefore;

  Pinned(DataSource dataSource, Patience patience) {
    this.dataSource = dataSource;
    this.patience = patience;
  }

  /** Runs statements, each in a transaction of its own. */
  <T> T use(String doing, Use<T> use) {
    lock.lock();
    try {
      return use.with(this);
    } catch (SQLException e) {
      giveBack();
      throw Failures.of(doing, e);
    } finally {
      lock.unlock();
    }
  }

  /** True when nobody uses it right now; a hint for choosing among several. */
  boolean idle() {
    return !lock.isLocked();
  }

  Call call(Sql sql) throws SQLException {
    Connection open = connection();
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = open.prepareStatement(sql.positional());
      prepared.put(sql, statement);
    }
    return new Call(sql, statement);
  }

  private Connection connection() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = dataSource.getConnection();
      connection = open;
      prepare(open);
    }
    return open;
  }

  private void prepare(Connection open) throws SQLException {
    open.setAutoCommit(true);
    // The guards count on a row being read again after waiting for its lock, as this level does.
    open.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    try (Statement settings = open.createStatement()) {
      settings.execute(settings());
    }
    PGConnection postgres = open.unwrap(PGConnection.class);
    thresholdBefore = postgres.getPrepareThreshold();
    postgres.setPrepareThreshold(1);
    if (open.isWrapperFor(BaseConnection.class)) {
      var executor = open.unwrap(BaseConnection.class).getQueryExecutor();
      WireArray.arrayOids().forEach(executor::addBinarySendOid);
    }
  }

  /**
   * A generic plan, because planning costs more than running these statements and the values of an
   * array never change the plan. By key, also in tables that were small when it was made. A lock
   * that is not had in good time belongs to a process that froze; failing lets the caller renew its
   * lease and ask again. The other two end what nobody waits for.
   */
  private String settings() {
    return """
    set plan_cache_mode = force_generic_plan;
    set enable_seqscan = off;
    set lock_timeout = '%1$s';
    set statement_timeout = '30s';
    set idle_in_transaction_session_timeout = '%1$s'\
    """
        .formatted(patience.setting());
  }

  /** Gives the connection back as it was; a broken one is recognised by its pool. */
  private void giveBack() {
    Connection open = connection;
    connection = null;
    prepared.clear();
    if (open == null) {
      return;
    }
    try (open) {
      if (!open.isClosed()) {
        open.unwrap(PGConnection.class).setPrepareThreshold(thresholdBefore);
        try (Statement settings = open.createStatement()) {
          settings.execute(RESET);
        }
      }
    } catch (SQLException e) {
      log.debug("A connection was broken when it was given back: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      giveBack();
    } finally {
      lock.unlock();
    }
  }
}
