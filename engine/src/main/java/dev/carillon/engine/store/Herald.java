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
 * Tells all nodes and servers what was changed, once it is committed: in a transaction of its own,
 * for all that were committed meanwhile.
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
  private final List<News> waiting = new ArrayList<>();

  /** Done while nothing is being sent. */
  private CompletableFuture<@Nullable Void> sending = CompletableFuture.completedFuture(null);

  Herald(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** What those hear who listen to a channel. */
  record News(String channel, String note) {}

  /** Returns at once. */
  synchronized void tell(Collection<News> news) {
    waiting.addAll(news);
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
    for (List<News> news = next(); !news.isEmpty(); news = next()) {
      try (Connection connection = dataSource.getConnection()) {
        send(connection, news);
      } catch (SQLException | RuntimeException e) { // whatever it is, the next ones are sent
        log.warn(
            "{} notices were not sent; what they tell of stands, and is found by polling. {}",
            news.size(),
            e.getMessage());
      }
    }
  }

  private static void send(Connection connection, List<News> news) throws SQLException {
    connection.setAutoCommit(true);
    try (PreparedStatement statement = connection.prepareStatement(NOTIFY.positional())) {
      new Call(NOTIFY, statement)
          .set("channels", Param.texts(news.stream().map(News::channel).toList()))
          .set("notes", Param.texts(news.stream().map(News::note).toList()))
          .query()
          .close();
    }
  }

  /** None are left when it is empty, and whoever brings the next one starts another sending. */
  private synchronized List<News> next() {
    List<News> some = waiting.subList(0, Math.min(waiting.size(), MOST_AT_ONCE));
    List<News> news = List.copyOf(some);
    some.clear();
    if (news.isEmpty()) {
      sending.complete(null);
    }
    return news;
  }
}
