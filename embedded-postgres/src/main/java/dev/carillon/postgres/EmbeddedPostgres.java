package dev.carillon.postgres;

import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real PostgreSQL that lives in a data directory and runs as long as this object is open.
 *
 * <p>It listens on 127.0.0.1 only, on a port chosen at each start, and asks for a password that is
 * kept in the data directory. It is durable: nothing that was committed is lost when this process,
 * the server, or all of them are killed. If this process dies, PostgreSQL is stopped; if PostgreSQL
 * dies, it is started again on the same port.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedPostgres.class);

  private final DataDirectory data;
  private final String password;
  private final DirectoryLock lock;
  private final Watchdog watchdog;
  private final Supervisor supervisor;
  private boolean closed;

  private EmbeddedPostgres(
      DataDirectory data,
      String password,
      DirectoryLock lock,
      Watchdog watchdog,
      Supervisor supervisor) {
    this.data = data;
    this.password = password;
    this.lock = lock;
    this.watchdog = watchdog;
    this.supervisor = supervisor;
  }

  /** Starts PostgreSQL with the default settings, and makes the directory if there is none. */
  public static EmbeddedPostgres start(Path dataDirectory) {
    return start(EmbeddedPostgresConfig.in(dataDirectory));
  }

  /**
   * Starts PostgreSQL and returns when it takes connections.
   *
   * @throws EmbeddedPostgresException if it does not, with what to do about it
   */
  public static EmbeddedPostgres start(EmbeddedPostgresConfig config) {
    long began = System.nanoTime();
    Cluster.refuseForeign(config.dataDirectory());
    DataDirectory data = DataDirectory.create(config.dataDirectory());
    DirectoryLock lock = DirectoryLock.acquire(data.lock());
    try {
      EmbeddedPostgres postgres = startLocked(config, data, lock);
      log.info(
          "PostgreSQL {} runs in {} on port {} (process {}), ready after {} ms.",
          Binaries.VERSION,
          data.root(),
          postgres.port(),
          postgres.postmasterPid(),
          (System.nanoTime() - began) / 1_000_000);
      return postgres;
    } catch (Throwable e) {
      lock.close();
      throw e;
    }
  }

  /** Holding the lock, nobody else starts, stops or changes anything in this directory. */
  private static EmbeddedPostgres startLocked(
      EmbeddedPostgresConfig config, DataDirectory data, DirectoryLock lock) {
    Deadline deadline = Deadline.in(config.startTimeout());
    ServerLog serverLog = new ServerLog(data.log());
    serverLog.rotate();
    Binaries binaries = Binaries.unpackedIn(data);
    RunAs runAs = RunAs.choose(data, binaries, serverLog);
    Cluster cluster = new Cluster(data, binaries, runAs, serverLog);
    cluster.makeIfMissing(deadline);
    String password = cluster.password();
    Watchdog.awaitPredecessor(data);
    Optional<Postmaster> orphan = Orphan.find(data.cluster(), password, deadline);
    boolean settingsChanged = cluster.configure(config.settings());

    Watchdog watchdog = Watchdog.start(data);
    try {
      Launcher launcher = new Launcher(data, binaries, runAs, serverLog, watchdog);
      Postmaster postmaster =
          orphan.isPresent() && !settingsChanged
              ? adopt(orphan.get(), watchdog)
              : startAfter(orphan, launcher, deadline);
      Supervisor supervisor = new Supervisor(launcher, postmaster, config.startTimeout()).begin();
      return new EmbeddedPostgres(data, password, lock, watchdog, supervisor);
    } catch (Throwable e) {
      watchdog.close();
      throw e;
    }
  }

  private static Postmaster adopt(Postmaster orphan, Watchdog watchdog) {
    watchdog.guard(orphan.pid());
    return orphan;
  }

  /** An orphan that runs with other settings than those asked for is stopped first. */
  private static Postmaster startAfter(
      Optional<Postmaster> orphan, Launcher launcher, Deadline deadline) {
    orphan.ifPresent(Postmaster::stop);
    launcher.removeStalePidFile();
    return launcher.start(Ports::free, deadline, () -> false);
  }

  /** Of the PostgreSQL that comes with this library, such as 18. */
  public static String majorVersion() {
    return Binaries.majorVersion();
  }

  static String jdbcUrl(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + Cluster.NAME;
  }

  public String jdbcUrl() {
    return jdbcUrl(port());
  }

  public String user() {
    return Cluster.NAME;
  }

  public String password() {
    return password;
  }

  /** Stays the same until {@link #close()}, also when PostgreSQL has to be started again. */
  public int port() {
    return supervisor.postmaster().port();
  }

  /** The server's process id; another one after PostgreSQL died and was started again. */
  public long postmasterPid() {
    return supervisor.postmaster().pid();
  }

  public Path dataDirectory() {
    return data.root();
  }

  /** For tests, which kill it. */
  long watchdogPid() {
    return watchdog.pid();
  }

  /** Stops PostgreSQL, waits until it is gone, and frees the directory for the next. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    // In this order, a kill at any moment leaves someone who stops PostgreSQL.
    supervisor.close();
    watchdog.close();
    lock.close();
    log.info("PostgreSQL in {} is stopped.", data.root());
  }
}
