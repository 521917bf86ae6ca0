package dev.carillon.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything one peer gets for one measurement: an empty database, and processes to work on it. */
final class Stage implements AutoCloseable {

  static final Duration LONGEST = Duration.ofMinutes(10);

  private final BenchDatabase database;
  private final Contestant contestant;
  private final PeerOptions options;
  private final Path peers;
  private final Path scratch;
  private final @Nullable RedisServer redis;

  /** Read by the program java, also where it runs a driver. */
  private static final String JVM_OPTIONS = "JDK_JAVA_OPTIONS";

  /** One in so many jobs of a drain is enough to load what it takes. */
  private static final int REHEARSED = 10;

  /** Of those that take part in no drain: a driver that is to drain nothing would wait for ever. */
  private static final int FEWEST = 250;

  private Stage(
      BenchDatabase database,
      Contestant contestant,
      PeerOptions options,
      Path peers,
      Path scratch,
      @Nullable RedisServer redis) {
    this.database = database;
    this.contestant = contestant;
    this.options = options;
    this.peers = peers;
    this.scratch = scratch;
    this.redis = redis;
  }

  static Stage set(
      BenchDatabase database,
      Contestant contestant,
      PeerOptions options,
      Path peers,
      Path scratch) {
    RedisServer redis = contestant.onRedis() ? RedisServer.start(scratch) : null;
    Stage stage = new Stage(database, contestant, options, peers, scratch, redis);
    stage.clear();
    return stage;
  }

  /** Makes the database empty again. */
  void clear() {
    if (redis == null) {
      database.execute(
          "drop database if exists " + contestant.database() + " with (force)",
          "create database " + contestant.database());
    } else {
      redis.clear();
    }
  }

  Contestant contestant() {
    return contestant;
  }

  PeerOptions options() {
    return options;
  }

  /** A file that a driver may write. */
  Path file(String name) {
    return scratch.resolve(contestant.name() + "-" + name);
  }

  /**
   * A short life of the peer's process, from which the next ones take what their JVM loads at a
   * start, as the script carillon does for the server; for all that run on the JVM alike.
   */
  void rehearse() {
    if (!contestant.onJvm()) {
      return;
    }
    try (PeerProcess process = spawn(Map.of(JVM_OPTIONS, "-XX:AOTCacheOutput=" + cache()))) {
      process.ask(LONGEST, "install");
      if (process.abilities().containsAll(List.of("fill", "drain"))) {
        int jobs = Math.max(FEWEST, contestant.sizes().drain() / REHEARSED);
        process.ask(LONGEST, "fill", jobs);
        process.ask(LONGEST, "drain", jobs);
      }
    } finally {
      clear();
    }
  }

  private Path cache() {
    return file("classes.aot");
  }

  PeerProcess spawn() {
    return spawn(Map.of());
  }

  PeerProcess spawn(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(contestant.environment());
    if (redis == null) {
      environment.putAll(database.environment(contestant.database()));
    } else {
      environment.put("REDIS_PORT", Integer.toString(redis.port()));
    }
    if (Files.exists(cache())) {
      environment.put(JVM_OPTIONS, "-XX:AOTCache=" + cache());
    }
    environment.putAll(more);
    return PeerProcess.start(contestant.name(), contestant.command(peers), environment, scratch);
  }

  /**
   * Has a process of the peer make its tables and put due jobs into them, or takes the copy that
   * was kept when it last did: three rounds take one filling.
   */
  void fill(int jobs) {
    if (redis != null) {
      prepare("fill", jobs);
      return;
    }
    String kept = contestant.database() + "_with_" + jobs;
    if (database.number("select count(*) from pg_database where datname = '" + kept + "'") == 0) {
      prepare("fill", jobs);
      copy(contestant.database(), kept);
    }
    database.execute("drop database " + contestant.database() + " with (force)");
    copy(kept, contestant.database());
    settle();
  }

  private void copy(String from, String to) {
    database.execute("create database %s template %s strategy file_copy".formatted(to, from));
  }

  /** Has a process of the peer make its tables and put something into them; then it ends. */
  PeerProcess.Answer prepare(Object... command) {
    return prepare(Map.of(), command);
  }

  /** The same with more in its environment. */
  PeerProcess.Answer prepare(Map<String, String> more, Object... command) {
    try (PeerProcess process = spawn(more)) {
      process.ask(LONGEST, "install");
      PeerProcess.Answer answer =
          command.length == 0 ? process.hello() : process.ask(LONGEST, command);
      process.ask(LONGEST, "stop");
      return answer;
    } finally {
      settle();
    }
  }

  /** What autovacuum would do at a moment of its own choice, and the last checkpoint's writes. */
  private void settle() {
    if (redis == null) {
      database.vacuum(contestant.database());
      database.execute("checkpoint");
    }
  }

  /** Processor time of the database, WAL written and transactions, so far. */
  record Reading(long databaseMicros, long walBytes, long transactions, long atNanos) {}

  Reading read() {
    if (redis != null) {
      return new Reading(redis.cpuMicros(), 0, 0, System.nanoTime());
    }
    long transactions =
        database.number(
            "select xact_commit + xact_rollback from pg_stat_database where datname = '%s'"
                .formatted(contestant.database()));
    long wal =
        database.number("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
    return new Reading(database.cpuMicros(), wal, transactions, System.nanoTime());
  }

  @Override
  public void close() {
    if (redis != null) {
      redis.close();
    } else {
      database.execute("drop database if exists " + contestant.database() + " with (force)");
    }
  }
}
