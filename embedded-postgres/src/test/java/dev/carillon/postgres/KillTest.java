package dev.carillon.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Goal: whatever is killed, PostgreSQL comes back by itself and no commit is lost. */
class KillTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir static Path temp;

  private final Path data = temp.resolve("data");

  @AfterAll
  static void no_process_is_left() {
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void a_killed_jvm_takes_postgresql_with_it_and_the_next_start_works_at_once() throws Exception {
    ChildJvm first = ChildJvm.start(data);
    ChildJvm.Ready before = first.awaitReady();
    try (Connection connection = before.connect()) {
      run(connection, "create table if not exists jvm_killed (n int)");
      run(connection, "insert into jvm_killed values (1)");

      first.kill();
      try (EmbeddedPostgres next = EmbeddedPostgres.start(data)) {
        assertThat(next.postmasterPid()).isNotEqualTo(before.postmaster().pid());
        assertThat(before.isUp()).isFalse();
        assertThat(one(next, "select count(*) from jvm_killed")).isEqualTo("1");
      }
    }
  }

  @Test
  void postgresql_is_gone_soon_after_its_jvm() throws Exception {
    ChildJvm jvm = ChildJvm.start(data);
    ChildJvm.Ready ready = jvm.awaitReady();

    long began = System.nanoTime();
    jvm.kill();
    ready.awaitGone();

    Duration took = Duration.ofNanos(System.nanoTime() - began);
    System.out.println("JVM killed to PostgreSQL gone: " + took.toMillis() + " ms");
    assertThat(took).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void a_killed_watchdog_is_replaced_and_the_new_one_does_its_work() throws Exception {
    ChildJvm jvm = ChildJvm.start(data);
    ChildJvm.Ready ready = jvm.awaitReady();
    ready.watchdog().destroyForcibly();
    await().atMost(PATIENCE).until(() -> jvm.watchdogPid() != ready.watchdog().pid());
    try (Connection connection = ready.connect()) {
      assertThat(connection.isValid(5)).isTrue();
    }

    jvm.kill();

    ready.awaitGone();
  }

  @Test
  void without_its_watchdog_postgresql_is_still_stopped_by_close() throws Exception {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
    long pid = postgres.postmasterPid();
    ProcessHandle.of(postgres.watchdogPid()).orElseThrow().destroyForcibly();

    postgres.close();

    assertThat(ProcessHandle.of(pid)).isEmpty();
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void with_jvm_and_watchdog_killed_the_orphan_is_adopted_under_a_new_watchdog() throws Exception {
    ChildJvm first = ChildJvm.start(data);
    ChildJvm.Ready orphaned = first.awaitReady();
    killWithWatchdog(first, orphaned);
    assertThat(orphaned.isUp()).isTrue();

    ChildJvm second = ChildJvm.start(data);
    ChildJvm.Ready adopted = second.awaitReady();
    assertThat(adopted.postmaster()).isEqualTo(orphaned.postmaster());
    assertThat(adopted.port()).isEqualTo(orphaned.port());

    second.kill();
    adopted.awaitGone();
  }

  @Test
  void an_adopted_postgresql_is_supervised_and_stopped_like_any_other() throws Exception {
    ChildJvm jvm = ChildJvm.start(data);
    ChildJvm.Ready orphaned = jvm.awaitReady();
    killWithWatchdog(jvm, orphaned);

    EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
    assertThat(postgres.postmasterPid()).isEqualTo(orphaned.postmaster().pid());
    orphaned.postmaster().destroyForcibly();
    await().atMost(PATIENCE).until(() -> postgres.postmasterPid() != orphaned.postmaster().pid());
    assertThat(one(postgres, "select 1")).isEqualTo("1");
    postgres.close();

    Leftovers.assertNoneIn(temp);
  }

  @Test
  void an_orphan_with_other_settings_is_stopped_and_started_anew() throws Exception {
    ChildJvm jvm = ChildJvm.start(data);
    ChildJvm.Ready orphaned = jvm.awaitReady();
    killWithWatchdog(jvm, orphaned);

    var config = EmbeddedPostgresConfig.in(data).withSetting("max_connections", "33");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config)) {
      assertThat(one(postgres, "show max_connections")).isEqualTo("33");
      assertThat(orphaned.isUp()).isFalse();
    }
  }

  @Test
  void a_killed_postmaster_comes_back_on_the_same_port_with_every_commit() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
      int port = postgres.port();
      run(postgres, "create table if not exists postmaster_killed (n int)");
      run(postgres, "truncate postmaster_killed");
      for (int kills = 1; kills <= 3; kills++) {
        // A client keeps its backend, and with it the shared memory, until the backend notices.
        try (Connection busy = connect(postgres)) {
          run(busy, "insert into postmaster_killed values (1)");
          long killed = postgres.postmasterPid();
          ProcessHandle.of(killed).orElseThrow().destroyForcibly();
          await().atMost(PATIENCE).until(() -> postgres.postmasterPid() != killed);
        }
        assertThat(postgres.port()).isEqualTo(port);
        assertThat(one(postgres, "select count(*) from postmaster_killed"))
            .isEqualTo(Integer.toString(kills));
      }
    }
  }

  @Test
  void a_backend_that_outlives_the_postmaster_only_delays_the_restart() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      long backend = Long.parseLong(one(connection, "select pg_backend_pid()"));
      long killed = postgres.postmasterPid();
      Processes.signal(backend, "STOP");
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      // It is refused while the frozen backend holds the old shared memory, and tried again.
      await()
          .atMost(PATIENCE)
          .until(() ->
              Files.readString(data.resolve("postgres.log"))
                  .contains("pre-existing shared memory block"));
      Processes.signal(backend, "CONT");
      await().atMost(PATIENCE).until(() -> postgres.postmasterPid() != killed);
      assertThat(one(postgres, "select 1")).isEqualTo("1");
    }
  }

  @Test
  void a_close_while_postgresql_cannot_come_back_does_not_hang() throws Exception {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
    Path control = data.resolve("postgres/global/pg_control");
    Path aside = temp.resolve("pg_control");
    Files.move(control, aside);
    try {
      ProcessHandle.of(postgres.postmasterPid()).orElseThrow().destroyForcibly();
      await()
          .atMost(PATIENCE)
          .until(() ->
              Files.readString(data.resolve("postgres.log"))
                  .contains("could not find the database system"));
      postgres.close();
    } finally {
      Files.move(aside, control);
    }
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void with_everything_killed_at_once_every_acknowledged_row_is_there() throws Exception {
    ChildJvm jvm = ChildJvm.start(data);
    ChildJvm.Ready ready = jvm.awaitReady();
    int acknowledged = 0;
    try (Connection connection = ready.connect()) {
      run(connection, "create table if not exists acknowledged (n int)");
      run(connection, "truncate acknowledged");
      for (; acknowledged < 200; acknowledged++) {
        run(connection, "insert into acknowledged values (" + acknowledged + ")");
      }
      Processes.signal(jvm.pid(), "STOP");
      ready.watchdog().destroyForcibly();
      ready.postmaster().descendants().forEach(ProcessHandle::destroyForcibly);
      ready.postmaster().destroyForcibly();
      jvm.kill();
    }
    try (EmbeddedPostgres next = EmbeddedPostgres.start(data)) {
      assertThat(one(next, "select count(*) from acknowledged"))
          .isEqualTo(Integer.toString(acknowledged));
    }
  }

  @Test
  void a_first_start_killed_at_any_stage_is_begun_again() throws Exception {
    Path fresh = temp.resolve("fresh");
    killWhenThereIs(fresh, "postgres-18.6.0.unpacking/share");
    assertThat(fresh.resolve("postgres-18.6.0")).doesNotExist();
    killWhenThereIs(fresh, "postgres.making-*/cluster");
    assertThat(fresh.resolve("postgres")).doesNotExist();

    long began = System.nanoTime();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(fresh)) {
      System.out.printf(
          "cluster made and started: %d ms%n", (System.nanoTime() - began) / 1_000_000);
      assertThat(one(postgres, "select current_database()")).isEqualTo("carillon");
    }
    // The initdb of the killed start may outlive it for a moment and write what was just removed;
    // then the next start removes it.
    EmbeddedPostgres.start(fresh).close();
    try (var names = Files.newDirectoryStream(fresh, "*{making,unpacking}*")) {
      assertThat(names).isEmpty();
    }
  }

  private static void killWhenThereIs(Path fresh, String pattern) throws Exception {
    ChildJvm jvm = ChildJvm.start(fresh);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> exists(fresh, Path.of(pattern)));
    jvm.kill();
  }

  private static boolean exists(Path directory, Path pattern) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (var matches = Files.newDirectoryStream(directory, pattern.getName(0).toString())) {
      for (Path match : matches) {
        if (Files.exists(match.resolve(pattern.getName(1)))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The JVM is frozen first, so that it cannot put a new watchdog in the place of the killed. */
  private static void killWithWatchdog(ChildJvm jvm, ChildJvm.Ready ready) {
    Processes.signal(jvm.pid(), "STOP");
    ready.watchdog().destroyForcibly();
    jvm.kill();
  }

  private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
  }

  private static String one(EmbeddedPostgres postgres, String query) throws SQLException {
    try (Connection connection = connect(postgres)) {
      return one(connection, query);
    }
  }

  private static String one(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void run(EmbeddedPostgres postgres, String sql) throws SQLException {
    try (Connection connection = connect(postgres)) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
