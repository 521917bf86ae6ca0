package dev.carillon.engine.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/** The connections for ordinary statements, and the clock all statements go by. */
public final class Database {

  /** In the same message: Jdbi would ask for the level four times, and wait for each answer. */
  private static final Sql ISOLATE = Sql.of("session/isolate");

  private static final Sql GUARD = Sql.of("session/guard").after(ISOLATE);
  private static final Sql GUARD_TENANT = Sql.of("session/guard-tenant").after(ISOLATE);
  private static final Sql NOTIFY = Sql.of("session/notify");

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

  public Database(DataSource dataSource) {
    this(dataSource, null, Patience.USUAL);
  }

  Database(DataSource dataSource, @Nullable Supplier<Instant> testClock, Patience patience) {
    this(dataSource, NamedParameters.on(Jdbi.create(dataSource)), testClock, patience, null);
  }

  private Database(
      DataSource dataSource,
      Jdbi jdbi,
      @Nullable Supplier<Instant> testClock,
      Patience patience,
      @Nullable Tenant tenant) {
    this.dataSource = dataSource;
    this.jdbi = jdbi;
    this.patience = patience;
    this.testClock = testClock;
    this.tenant = tenant;
  }

  /** The same connections, with every transaction bound to one organization. */
  public Database as(Tenant who) {
    return new Database(dataSource, jdbi, testClock, patience, who);
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
      return jdbi.withHandle(handle -> work.with(new Tx(handle, this)));
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
      return jdbi.inTransaction(handle -> {
        Tx tx = new Tx(handle, this);
        guard(tx);
        return work.with(tx);
      });
    } catch (JdbiException e) {
      throw Failures.of(doing, e);
    } catch (SQLException e) {
      throw Failures.of(doing, e);
    }
  }

  /** Sets the level, bounds the time and, for a tenant, the sight of it, in one round trip. */
  private void guard(Tx tx) throws SQLException {
    Sql guard = tenant == null ? GUARD : GUARD_TENANT;
    try (PreparedStatement statement =
        tx.handle().getConnection().prepareStatement(guard.positional())) {
      Call call = new Call(guard, statement).set("patience", Param.of(patience.setting()));
      if (tenant != null) {
        call.set("role", Param.of(tenant.role()))
            .set("org", Param.of(Integer.toString(tenant.orgId())));
      }
      call.queryLast().close();
    }
  }

  /** An open connection. */
  public record Tx(Handle handle, Database database) {

    public Query query(Sql sql) {
      return timed(handle.createQuery(sql.named()), sql);
    }

    public Update update(Sql sql) {
      return timed(handle.createUpdate(sql.named()), sql);
    }

    /** Runs a statement with many parameters, and says how many rows it wrote. */
    public int write(Sql sql, Binding binding) throws SQLException {
      try (PreparedStatement statement =
          handle.getConnection().prepareStatement(sql.positional())) {
        Call call = new Call(sql, statement);
        binding.bind(call);
        return call.update();
      }
    }

    /** Runs a statement once for each item, with few waits for the network. */
    public <T> void writeEach(Sql sql, List<T> items, ItemBinding<T> binding) throws SQLException {
      try (PreparedStatement statement =
          handle.getConnection().prepareStatement(sql.positional())) {
        Call call = new Call(sql, statement);
        for (T item : items) {
          binding.bind(call, item);
          statement.addBatch();
        }
        statement.executeBatch();
      }
    }

    public void tell(Collection<? extends Notice> news) throws SQLException {
      Together message = new Together();
      tell(message, news);
      message.send(this);
    }

    static void tell(Together message, Collection<? extends Notice> news) {
      Collection<Notice> notices = Notice.condensed(news);
      if (!notices.isEmpty()) {
        Param notes = Param.texts(notices.stream().map(Notice::encode).toList());
        message.read(NOTIFY, call -> call.set("notes", notes), _ -> {});
      }
    }

    private <S extends SqlStatement<S>> S timed(S statement, Sql sql) {
      return sql.places().containsKey("now")
          ? statement.bind("now", database.now().argument())
          : statement;
    }
  }
}
