package dev.carillon.engine.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The connections for ordinary statements, and the clock all statements go by. */
public final class Database {

  /** Jdbi would ask for the level four times, and wait for each answer. */
  private static final Sql ISOLATE = Sql.of("session/isolate");

  private static final Sql GUARD = Sql.of("session/guard");
  private static final Sql GUARD_TENANT = Sql.of("session/guard-tenant");

  /** What is done with a connection. */
  public interface Work<T> {
    T with(Tx tx) throws SQLException;
  }

  /** Sets the parameters of a statement. */
  public interface Binding {
    void bind(Call call) throws SQLException;
  }

  /** Sets the parameters of a statement for one of many items. */
  public interface ItemBinding<T> {
    void bind(Call call, T item) throws SQLException;
  }

  private final DataSource dataSource;
  private final Jdbi jdbi;
  private final @Nullable Supplier<Instant> testClock;
  private final Patience patience;
  private final @Nullable Tenant tenant;
  private final Herald herald;

  public Database(DataSource dataSource) {
    this(dataSource, null, Patience.USUAL);
  }

  Database(DataSource dataSource, @Nullable Supplier<Instant> testClock, Patience patience) {
    this(
        dataSource,
        NamedParameters.on(Jdbi.create(dataSource)),
        testClock,
        patience,
        null,
        new Herald(dataSource));
  }

  private Database(
      DataSource dataSource,
      Jdbi jdbi,
      @Nullable Supplier<Instant> testClock,
      Patience patience,
      @Nullable Tenant tenant,
      Herald herald) {
    this.dataSource = dataSource;
    this.jdbi = jdbi;
    this.patience = patience;
    this.testClock = testClock;
    this.tenant = tenant;
    this.herald = herald;
  }

  /** The same connections, with every transaction bound to one organization. */
  public Database as(Tenant who) {
    return new Database(dataSource, jdbi, testClock, patience, who, herald);
  }

  /** The same connections, bound to nobody. */
  Database unbound() {
    return new Database(dataSource, jdbi, testClock, patience, null, herald);
  }

  /** Tells the nodes what transactions told; they go on without waiting for that. */
  Herald herald() {
    return herald;
  }

  DataSource dataSource() {
    return dataSource;
  }

  /** How long a lock is waited for, and held by a transaction that does nothing. */
  Patience patience() {
    return patience;
  }

  /** Null leaves the time to the database; a test gives its own. */
  Param now() {
    return Param.of(testClock == null ? null : testClock.get());
  }

  /** Runs statements that each stand alone; for a tenant they are one transaction. */
  public <T> T read(String doing, Work<T> work) {
    if (tenant != null) {
      return write(doing, work);
    }
    try {
      return jdbi.withHandle(
          handle -> work.with(new Tx(handle, this, new Together(), new ArrayList<>())));
    } catch (JdbiException e) {
      throw Failures.of(doing, e);
    } catch (SQLException e) {
      throw Failures.of(doing, e);
    }
  }

  /** Reads what may not be there. */
  public <T> @Nullable T find(String doing, Work<Optional<T>> work) {
    return read(doing, work).orElse(null);
  }

  /** Runs statements that take effect together. */
  public <T> T write(String doing, Work<T> work) {
    try {
      List<Herald.News> news = new ArrayList<>();
      T done = jdbi.inTransaction(handle -> work.with(new Tx(handle, this, guard(), news)));
      herald.tell(news);
      return done;
    } catch (JdbiException e) {
      throw Failures.of(doing, e);
    } catch (SQLException e) {
      throw Failures.of(doing, e);
    }
  }

  /** Sets the level, bounds the time and, for a tenant, the sight of a transaction. */
  private Together guard() {
    Param bound = Param.of(patience.setting());
    Together guard = new Together().write(ISOLATE, _ -> {});
    if (tenant == null) {
      return guard.read(GUARD, call -> call.set("patience", bound), _ -> {});
    }
    return guard.read(
        GUARD_TENANT,
        call ->
            call.set("patience", bound)
                .set("role", Param.of(tenant.role()))
                .set("in_order", Param.of(tenant.inOrder()))
                .set("org", Param.of(Integer.toString(tenant.orgId()))),
        _ -> {});
  }

  /**
   * An open connection. What bounds the transaction goes to the database before anything else, in
   * the same message where that is one of {@link Together}.
   */
  public static final class Tx {

    private final Handle handle;
    private final Database database;
    private final List<Herald.News> news;
    private Together opening;

    private Tx(Handle handle, Database database, Together opening, List<Herald.News> news) {
      this.handle = handle;
      this.database = database;
      this.opening = opening;
      this.news = news;
    }

    Database database() {
      return database;
    }

    /** The connection, for whoever sends first what {@link #takeOpening} gave. */
    Connection opened() {
      return handle.getConnection();
    }

    /** What has to be sent first, once. */
    Together takeOpening() {
      Together first = opening;
      opening = new Together();
      return first;
    }

    private Handle open() {
      if (!opening.isEmpty()) {
        try {
          new Together().send(this);
        } catch (SQLException e) {
          throw new ConnectionException(e);
        }
      }
      return handle;
    }

    public Query query(Sql sql) {
      return timed(open().createQuery(sql.named()), sql);
    }

    public Update update(Sql sql) {
      return timed(open().createUpdate(sql.named()), sql);
    }

    /** Runs a statement with many parameters, and says how many rows it wrote. */
    public int write(Sql sql, Binding binding) throws SQLException {
      try (PreparedStatement statement =
          open().getConnection().prepareStatement(sql.positional())) {
        Call call = new Call(sql, statement);
        binding.bind(call);
        return call.update();
      }
    }

    /** Runs a statement once for each item, with few waits for the network. */
    public <T> void writeEach(Sql sql, List<T> items, ItemBinding<T> binding) throws SQLException {
      try (PreparedStatement statement =
          open().getConnection().prepareStatement(sql.positional())) {
        Call call = new Call(sql, statement);
        for (T item : items) {
          binding.bind(call, item);
          statement.addBatch();
        }
        statement.executeBatch();
      }
    }

    /** Has the nodes told when the transaction is committed. */
    void tell(Collection<? extends Notice> notices) {
      Notice.condensed(notices).forEach(notice -> tell(PgNotices.CHANNEL, notice.encode()));
    }

    /** Has those who listen to a channel told when the transaction is committed. */
    public void tell(String channel, String note) {
      news.add(new Herald.News(channel, note));
    }

    private <S extends SqlStatement<S>> S timed(S statement, Sql sql) {
      return sql.places().containsKey("now")
          ? statement.bind("now", database.now().argument())
          : statement;
    }
  }
}
