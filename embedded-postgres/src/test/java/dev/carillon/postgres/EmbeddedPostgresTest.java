package dev.carillon.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One server at a time in one data directory, whose name has a space and is very long. */
class EmbeddedPostgresTest {

  @TempDir static Path temp;

  /** For a start of a cluster that is there: making one takes longer. */
  private static final Duration QUICK = Duration.ofSeconds(5);

  private static Path data;

  @BeforeAll
  static void name_the_directory() {
    data = temp.resolve("data with a space").resolve("long".repeat(30)).resolve("and 'quoted'");
  }

  @AfterAll
  static void no_process_is_left() {
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void it_is_durable_in_utf8_on_loopback_only() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      assertThat(show(connection, "fsync")).isEqualTo("on");
      assertThat(show(connection, "full_page_writes")).isEqualTo("on");
      assertThat(show(connection, "synchronous_commit")).isEqualTo("on");
      assertThat(show(connection, "data_checksums")).isEqualTo("on");
      assertThat(show(connection, "server_encoding")).isEqualTo("UTF8");
      assertThat(show(connection, "listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(show(connection, "unix_socket_directories")).isEmpty();
      assertThat(show(connection, "server_version")).isEqualTo("18.6");
      assertThat(show(connection, "log_timezone")).isEqualTo("UTC");
      assertThat(show(connection, "max_connections")).isEqualTo("50");
      assertThat(one(connection, "select datlocale from pg_database where datname = 'carillon'"))
          .isEqualTo("C.UTF-8");
      assertThat(one(connection, "select upper('straße é')"))
          .isEqualTo("STRASSE É".replace("SS", "ß"));
      assertThat(postgres.jdbcUrl())
          .isEqualTo("jdbc:postgresql://127.0.0.1:" + postgres.port() + "/carillon");
      assertThat(postgres.dataDirectory()).isEqualTo(data.toRealPath());
    }
  }

  /** The kernel counts the pages that it had to find for a process, also those it gave back. */
  @Test
  void a_connection_keeps_the_memory_that_statements_take() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      Path counts = Path.of("/proc", one(connection, "select pg_backend_pid()::text"), "stat");
      if (!Files.exists(counts)) {
        return; // not Linux, whose allocator this is about
      }
      // Three megabytes in pieces, which are sorted and then freed together.
      String sorted =
          "select count(*)::text from (select repeat('x', 100000) || i as x"
              + " from generate_series(1, 30) i order by x offset 0) pieces";
      long warm = 0;
      for (int time = 0; time < 60; time++) {
        if (time == 20) {
          warm = faults(counts);
        }
        assertThat(one(connection, sorted)).isEqualTo("30");
      }
      // Taken from the kernel each time, the pieces alone are 732 pages.
      assertThat(faults(counts) - warm).isLessThan(40 * 100);
    }
  }

  private static long faults(Path counts) throws IOException {
    return Long.parseLong(Files.readString(counts).replaceFirst(".*\\) ", "").split(" ", -1)[7]);
  }

  @Test
  void data_survives_a_restart_and_the_second_start_is_quick() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      run(connection, "create table kept as select 42 as answer");
    }
    // A machine that is busy with something else gets more tries at the figure, and one at the
    // rest.
    List<Duration> restarts = new ArrayList<>(List.of(restart()));
    while (restarts.getLast().compareTo(QUICK) >= 0 && restarts.size() < 5) {
      restarts.add(restart());
    }
    System.out.println("restarts: " + restarts);
    assertThat(restarts.getLast()).as("the last of %s", restarts).isLessThan(QUICK);
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      run(connection, "drop table kept");
    }
  }

  private static Duration restart() throws SQLException {
    long began = System.nanoTime();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      assertThat(one(connection, "select answer from kept")).isEqualTo("42");
      return took;
    }
  }

  @Test
  void it_asks_for_the_password_that_only_the_owner_may_read() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
      assertThat(postgres.password()).matches("[0-9a-f]{64}");
      assertThat(Files.getPosixFilePermissions(data.resolve("postgres.password")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThatThrownBy(
              () -> DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "guess"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
    }
  }

  @Test
  void settings_take_effect_and_outrank_nothing_that_is_durable() throws Exception {
    var config = EmbeddedPostgresConfig.in(data).withSetting("shared_buffers", "64MB");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config);
        Connection connection = connect(postgres)) {
      assertThat(show(connection, "shared_buffers")).isEqualTo("64MB");
      run(connection, "alter system set fsync = off");
    }
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
        Connection connection = connect(postgres)) {
      assertThat(show(connection, "shared_buffers")).isEqualTo("128MB");
      assertThat(show(connection, "fsync")).isEqualTo("on");
      run(connection, "alter system reset all");
    }
  }

  @Test
  void a_second_one_on_the_directory_is_refused_and_does_not_disturb_the_first() throws Exception {
    try (EmbeddedPostgres first = EmbeddedPostgres.start(data)) {
      for (int tries = 0; tries < 2; tries++) {
        assertThatThrownBy(() -> EmbeddedPostgres.start(data))
            .isInstanceOf(EmbeddedPostgresException.class)
            .hasMessageContaining("already in use")
            .hasMessageContaining("pid " + ProcessHandle.current().pid())
            .hasMessageContaining("stop that one first");
      }
      // The lock is still held although the same process asked for it again.
      try (ChildJvm second = ChildJvm.start(data)) {
        assertThat(second.nextLine())
            .startsWith("failed")
            .contains("already in use by process " + ProcessHandle.current().pid());
      }
      try (Connection connection = connect(first)) {
        assertThat(one(connection, "select 1")).isEqualTo("1");
      }
    }
  }

  /** Ctrl-C goes to the whole group of the terminal: the database must not be in it. */
  @Test
  void it_has_a_process_group_of_its_own() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
      for (long pid : new long[] {postgres.postmasterPid(), postgres.watchdogPid()}) {
        Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-p", Long.toString(pid)).start();
        assertThat(ps.inputReader().readLine().strip()).isEqualTo(Long.toString(pid));
      }
    }
  }

  @Test
  void closing_twice_is_once() throws Exception {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(data);
    long pid = postgres.postmasterPid();
    postgres.close();
    postgres.close();
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  void another_major_version_is_refused_and_nothing_is_changed() throws Exception {
    Path foreign = Files.createDirectories(temp.resolve("foreign"));
    Path cluster = Files.createDirectories(foreign.resolve("postgres"));
    Files.writeString(cluster.resolve("PG_VERSION"), "17\n");
    Map<String, String> before = snapshot(foreign);

    assertThatThrownBy(() -> EmbeddedPostgres.start(foreign))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("PostgreSQL 18")
        .hasMessageContaining("\"17\"")
        .hasMessageContaining("pg_dump")
        .hasMessageContaining("Nothing was changed");

    assertThat(snapshot(foreign)).isEqualTo(before);
  }

  @Test
  void a_cluster_of_someone_else_is_refused_and_nothing_is_changed() throws Exception {
    Path foreign = Files.createDirectories(temp.resolve("a cluster itself"));
    Files.writeString(foreign.resolve("PG_VERSION"), "18\n");
    assertThatThrownBy(() -> EmbeddedPostgres.start(foreign))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("a PostgreSQL cluster itself");

    Path remains = Files.createDirectories(temp.resolve("remains"));
    Files.createDirectories(remains.resolve("postgres/base"));
    assertThatThrownBy(() -> EmbeddedPostgres.start(remains))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("PG_VERSION is missing");

    assertThat(snapshot(foreign)).containsOnlyKeys("PG_VERSION");
    assertThat(snapshot(remains)).isEmpty();
  }

  @Test
  void a_bad_setting_fails_with_what_postgresql_says_and_where_its_log_is() throws Exception {
    make();
    var config = EmbeddedPostgresConfig.in(data).withSetting("shared_buffers", "a banana");
    assertThatThrownBy(() -> EmbeddedPostgres.start(config))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("invalid value for parameter \"shared_buffers\": \"a banana\"")
        .hasMessageContaining(data.toRealPath().resolve("postgres.log").toString());
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
      assertThat(postgres.postmasterPid()).isPositive();
    }
  }

  @Test
  void a_damaged_cluster_fails_with_what_postgresql_says() throws Exception {
    make();
    Path control = data.resolve("postgres/global/pg_control");
    Path aside = data.resolve("pg_control.aside");
    Files.move(control, aside);
    try {
      assertThatThrownBy(() -> EmbeddedPostgres.start(data))
          .isInstanceOf(EmbeddedPostgresException.class)
          .hasMessageContaining("could not find the database system");
    } finally {
      Files.move(aside, control);
    }
  }

  @Test
  void a_start_that_takes_too_long_is_stopped() throws Exception {
    make();
    var config = EmbeddedPostgresConfig.in(data).withStartTimeout(Duration.ofMillis(1));
    assertThatThrownBy(() -> EmbeddedPostgres.start(config))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("within 1 ms")
        .hasMessageContaining("longer start timeout");
    Leftovers.assertNoneIn(temp);
  }

  @Test
  void a_stale_pid_file_of_another_program_is_removed() throws Exception {
    make();
    Path pidFile = data.resolve("postgres/postmaster.pid");
    Files.writeString(pidFile, staleFile(ProcessHandle.current().pid()));
    make();
    assertThat(pidFile).doesNotExist();
  }

  @Test
  void a_stale_pid_file_of_a_dead_process_is_no_obstacle() throws Exception {
    make();
    Process dead = new ProcessBuilder("true").start();
    dead.onExit().join();
    Files.writeString(data.resolve("postgres/postmaster.pid"), staleFile(dead.pid()));
    make();
  }

  @Test
  void an_empty_pid_file_is_removed() throws Exception {
    make();
    Files.writeString(data.resolve("postgres/postmaster.pid"), "");
    make();
  }

  @Test
  void programs_that_lost_a_file_are_unpacked_again() throws Exception {
    make();
    Path initdb = data.resolve("postgres-18.6.0/bin/initdb");
    Files.delete(initdb);
    make();
    assertThat(initdb).isExecutable();
  }

  @Test
  void a_lost_password_is_explained() throws Exception {
    make();
    Path password = data.resolve("postgres.password");
    String content = Files.readString(password);
    Files.delete(password);
    assertThatThrownBy(() -> EmbeddedPostgres.start(data))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("postgres.password")
        .hasMessageContaining("alter role carillon");
    DataDirectory.replace(password, content);
  }

  @Test
  void a_large_log_is_put_aside() throws Exception {
    make();
    Path log = data.resolve("postgres.log");
    try (var file = new java.io.RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(11 << 20);
    }
    make();
    assertThat(log).satisfies(path -> assertThat(Files.size(path)).isLessThan(1 << 20));
    assertThat(data.resolve("postgres.log.1")).hasSize(11 << 20);
  }

  @Test
  void a_port_taken_at_the_last_moment_is_replaced_by_another() throws Exception {
    make();
    DataDirectory files = new DataDirectory(data.toRealPath());
    ServerLog log = new ServerLog(files.log());
    Binaries binaries = Binaries.unpackedIn(files);
    RunAs runAs = RunAs.choose(files, binaries, log);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        Watchdog watchdog = Watchdog.start(files)) {
      // Somebody else may take what is free now: then there is another one.
      var ports =
          Stream.concat(Stream.of(taken.getLocalPort()), Stream.generate(Ports::free)).iterator();
      Postmaster postmaster =
          new Launcher(files, binaries, runAs, log, watchdog)
              .start(ports::next, Deadline.in(Duration.ofMinutes(2)), () -> false);
      assertThat(postmaster.port()).isNotEqualTo(taken.getLocalPort());
      postmaster.stop();
    }
  }

  private static void make() {
    EmbeddedPostgres.start(data).close();
  }

  private static String staleFile(long pid) {
    return pid + "\n" + data.resolve("postgres") + "\n1700000000\n20001\n\n127.0.0.1\n\nready   \n";
  }

  private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
    return DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
  }

  private static String show(Connection connection, String setting) throws SQLException {
    return one(connection, "show " + setting);
  }

  private static String one(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Map<String, String> snapshot(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var paths = Files.walk(directory)) {
      for (Path file : paths.filter(Files::isRegularFile).toList()) {
        files.put(
            directory.relativize(file).toString(),
            Files.readString(file) + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }
}
