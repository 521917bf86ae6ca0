package dev.carillon.engine.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens to the notices of all nodes, on a connection and a thread of its own. */
public final class PgNotices {

  private static final Logger log = LoggerFactory.getLogger(PgNotices.class);

  static final String CHANNEL = "carillon";

  /** How long one wait lasts; a closed subscription ends within it. */
  private static final int WAIT_MILLIS = 1_000;

  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private final DataSource dataSource;

  PgNotices(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * Starts listening and returns at once.
   *
   * @param onNotice called for every notice, on the listening thread
   * @param onReconnect called on that thread whenever listening has begun, the first time included:
   *     what was sent before is not delivered, so the caller reads anew
   * @return ends the subscription when closed
   */
  public AutoCloseable listen(Consumer<Notice> onNotice, Runnable onReconnect) {
    Subscription subscription = new Subscription(onNotice, onReconnect);
    Thread thread =
        Thread.ofPlatform().name("carillon-notices").daemon(true).start(subscription::run);
    subscription.thread = thread;
    return subscription;
  }

  private final class Subscription implements AutoCloseable {

    private final Consumer<Notice> onNotice;
    private final Runnable onReconnect;
    private volatile boolean closed;
    private volatile Thread thread = Thread.currentThread();
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    Subscription(Consumer<Notice> onNotice, Runnable onReconnect) {
      this.onNotice = onNotice;
      this.onReconnect = onReconnect;
    }

    void run() {
      while (!closed) {
        try (Connection connection = dataSource.getConnection()) {
          listen(connection);
        } catch (SQLException e) {
          if (closed) {
            return; // the pool may be closed with the engine, before the last wait is over
          }
          log.warn(
              "Listening for notices failed; changes are found by polling until it is back, next"
                  + " try in {} ms. {}",
              pauseMillis,
              e.getMessage());
          pause();
        }
      }
    }

    private void listen(Connection connection) throws SQLException {
      connection.setAutoCommit(true);
      try (Statement statement = connection.createStatement()) {
        statement.execute("listen " + CHANNEL);
        pauseMillis = FIRST_PAUSE_MILLIS;
        call(onReconnect);
        PGConnection postgres = connection.unwrap(PGConnection.class);
        while (!closed) {
          PGNotification[] notifications = postgres.getNotifications(WAIT_MILLIS);
          if (notifications != null) {
            for (PGNotification notification : notifications) {
              deliver(notification);
            }
          }
        }
        statement.execute("unlisten " + CHANNEL);
      }
    }

    private void deliver(PGNotification notification) {
      Notice notice = Notice.decode(notification.getParameter());
      if (notice == null) {
        log.debug("A notice nobody here understands: {}", notification.getParameter());
      } else {
        call(() -> onNotice.accept(notice));
      }
    }

    /** What the caller does with a notice must not end the listening. */
    private void call(Runnable callback) {
      try {
        callback.run();
      } catch (RuntimeException e) {
        log.error("A notice was not dealt with; the next poll makes up for it.", e);
      }
    }

    private void pause() {
      LockSupport.parkNanos(pauseMillis * 1_000_000);
      pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    }

    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(thread);
    }
  }
}
