package dev.carillon.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all nodes what was changed, once it is committed: in a transaction of its own, for all that
 * were committed meanwhile.
 *
 * <p>PostgreSQL lets transactions that notify commit one at a time, each with its own wait for the
 * disk. When notices went out with the changes, 16 clients created 770 schedules a second and
 * waited for each other most of the time.
 *
 * <p>Safe because a notice that is lost with its process costs time and nothing else: see {@link
 * Notice}. Safe for all threads.
 */
final class Herald {

  private static final Logger log = LoggerFactory.getLogger(Herald.class);
  private static final Sql NOTIFY = Sql.of("session/notify");

  private static final int MOST_AT_ONCE = 1_000;

  private final DataSource dataSource;
  private final List<String> waiting = new ArrayList<>();

  /** Done while nothing is being sent. */
  private CompletableFuture<@Nullable Void> sending = CompletableFuture.completedFuture(null);

  Herald(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Returns at once. */
  synchronized void tell(Collection<? extends Notice> news) {
    Notice.condensed(news).forEach(notice -> waiting.add(notice.encode()));
    if (sending.isDone() && !waiting.isEmpty()) {
      sending = new CompletableFuture<>();
      Thread.ofVirtual().name("carillon-herald").start(this::send);
    }
  }

  /** Waits until everything is told, or for so long. */
  void flush(Duration longest) {
    sending().completeOnTimeout(null, longest.toMillis(), TimeUnit.MILLISECONDS).join();
  }

  private synchronized CompletableFuture<@Nullable Void> sending() {
    return sending.copy();
  }

  private void send() {
    for (List<String> notes = next(); !notes.isEmpty(); notes = next()) {
      try (Connection connection = dataSource.getConnection()) {
        send(connection, notes);
      } catch (SQLException e) {
        log.warn(
            "{} notices were not sent; what they tell of stands, and nodes find it by polling. {}",
            notes.size(),
            e.getMessage());
      }
    }
  }

  private static void send(Connection connection, List<String> notes) throws SQLException {
    connection.setAutoCommit(true);
    try (PreparedStatement statement = connection.prepareStatement(NOTIFY.positional())) {
      new Call(NOTIFY, statement).set("notes", Param.texts(notes)).query().close();
    }
  }

  /** None are left when it is empty, and whoever brings the next one starts another sending. */
  private synchronized List<String> next() {
    List<String> some = waiting.subList(0, Math.min(waiting.size(), MOST_AT_ONCE));
    List<String> notes = List.copyOf(some);
    some.clear();
    if (notes.isEmpty()) {
      sending.complete(null);
    }
    return notes;
  }
}
