package dev.carillon.server.store;

import dev.carillon.engine.store.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells those who watch a room that something was said in it, on whichever server. One connection
 * listens while anybody watches; nobody watching costs nothing.
 */
public final class RoomNews implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RoomNews.class);

  /** What is told there is the id of a room in which something was said. */
  static final String CHANNEL = "carillon_rooms";

  private static final Sql LISTEN = Statements.of("rooms/listen");
  private static final Sql UNLISTEN = Statements.of("rooms/unlisten");

  /** How long one wait lasts; the connection is given back within it when nobody watches. */
  private static final int WAIT_MILLIS = 1_000;

  private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();

  private final DataSource dataSource;
  private final Map<UUID, Set<Watch>> watches = new ConcurrentHashMap<>();
  private @Nullable Thread listener;
  private volatile boolean closed;

  public RoomNews(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** One who watches a room. It may be woken without news, never left asleep with some. */
  public final class Watch implements AutoCloseable {

    private final UUID roomId;
    private final Semaphore news = new Semaphore(0);

    private Watch(UUID roomId) {
      this.roomId = roomId;
    }

    /** False when nothing was heard for so long. */
    public boolean await(Duration longest) throws InterruptedException {
      boolean heard = news.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
      news.drainPermits();
      return heard;
    }

    public boolean ended() {
      return closed;
    }

    @Override
    public void close() {
      watches.computeIfPresent(
          roomId,
          (_, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }

  public Watch watch(UUID roomId) {
    Watch watch = new Watch(roomId);
    watches.compute(
        roomId,
        (_, all) -> {
          Set<Watch> some = all == null ? ConcurrentHashMap.newKeySet() : all;
          some.add(watch);
          return some;
        });
    start();
    return watch;
  }

  private synchronized void start() {
    if (listener == null && !closed) {
      listener = Thread.ofPlatform().name("carillon-rooms").daemon().start(this::listen);
    }
  }

  /** True when the thread may end; whoever watches from now on starts another. */
  private synchronized boolean over() {
    if (closed || watches.isEmpty()) {
      listener = null;
      return true;
    }
    return false;
  }

  private void listen() {
    while (!over()) {
      try (Connection connection = dataSource.getConnection()) {
        listen(connection);
      } catch (SQLException e) {
        if (!closed) {
          log.warn("Listening for messages failed; it is tried again. {}", e.getMessage());
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
    }
  }

  private void listen(Connection connection) throws SQLException {
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute(LISTEN.positional());
      // What was said before this is not told; whoever watches looks once more.
      watches.values().forEach(RoomNews::wake);
      PGConnection postgres = connection.unwrap(PGConnection.class);
      while (!closed && !watches.isEmpty()) {
        PGNotification[] notifications = postgres.getNotifications(WAIT_MILLIS);
        if (notifications != null) {
          for (PGNotification notification : notifications) {
            wake(watches.get(UUID.fromString(notification.getParameter())));
          }
        }
      }
      if (!closed) { // else the pool goes, and this connection with it
        statement.execute(UNLISTEN.positional());
      }
    }
  }

  private static void wake(@Nullable Set<Watch> some) {
    if (some != null) {
      some.forEach(watch -> watch.news.release());
    }
  }

  @Override
  public void close() {
    closed = true;
    watches.values().forEach(RoomNews::wake);
  }
}
