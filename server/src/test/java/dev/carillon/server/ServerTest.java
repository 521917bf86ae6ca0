package dev.carillon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process: started, stopped, killed, and in trouble. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ServerTest {

  @TempDir Path temporary;

  @Test
  void it_starts_stops_and_starts_again_where_it_was() throws Exception {
    Path data = temporary.resolve("data");
    String place;
    try (ServerProcess first = ServerProcess.serve(data)) {
      assertThat(first.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(first.get("/healthz").body()).isEqualTo("ok");
      first.awaitReadyz(200);
      assertThat(first.get("/readyz").body()).contains("\"ready\":true");
      place = Files.readString(data.resolve("place"));

      assertThat(first.nextLine()).contains("/signin#code=");
      assertThat(first.stop()).as(first.log()).isZero();
      assertThat(first.nextLine()).as("no more on standard output").isEqualTo("(end of output)");
      assertNoPostgresIn(data);
    }

    try (ServerProcess second = ServerProcess.serve(data)) {
      second.awaitReadyz(200);
      assertThat(Files.readString(data.resolve("place"))).isEqualTo(place);
      assertThat(second.stop()).as(second.log()).isZero();
    }
    assertNoPostgresIn(data);
  }

  @Test
  void the_link_it_prints_signs_the_operator_in_once_and_is_in_no_log() throws Exception {
    try (ServerProcess server = ServerProcess.serve(temporary.resolve("data"))) {
      Matcher link =
          Pattern.compile("Sign in at (\\S+)/signin#code=(\\S{43}) \\(once, within 15 minutes\\)")
              .matcher(server.nextLine());
      assertThat(link.matches()).isTrue();
      Browser browser = Browser.at(link.group(1));
      String code = "{\"code\":\"%s\",\"organization\":\"%s\"}";
      assertThat(
              browser.post("/api/v1/session", code.formatted(link.group(2), "misspelt")).status())
          .isEqualTo(404);
      ApiServer.Reply first =
          browser.post("/api/v1/session", code.formatted(link.group(2), "default"));
      assertThat(first.text("principal")).isEqualTo("user:operator");
      assertThat(browser.get("/api/v1/orgs").status()).isEqualTo(200);
      ApiServer.Reply again =
          Browser.at(link.group(1))
              .post("/api/v1/session", code.formatted(link.group(2), "default"));
      assertThat(again.status()).isEqualTo(401);
      assertThat(again.code()).isEqualTo("session.code_invalid");
      assertThat(server.stop()).isZero();
      assertThat(server.log()).doesNotContain(link.group(2));
    }
  }

  @Test
  void into_its_own_log_it_prints_no_link() throws Exception {
    Path log = temporary.resolve("all.log");
    Process process =
        new ProcessBuilder(
                ServerProcess.java(),
                "-cp",
                ServerProcess.classPath(),
                Main.class.getName(),
                "serve",
                "--data",
                temporary.resolve("data").toString(),
                "--port",
                "0")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      await()
          .atMost(ServerProcess.PATIENCE)
          .until(() -> Files.readString(log).contains("Carillon is ready at"));
      process.toHandle().destroy();
      assertThat(process.waitFor()).isZero();
      assertThat(Files.readString(log)).doesNotContain("signin");
    } finally {
      process.destroyForcibly().onExit().join();
    }
  }

  @Test
  void killed_it_starts_again_and_takes_over_from_itself() throws Exception {
    Path data = temporary.resolve("data");
    try (ServerProcess first = ServerProcess.serve(data)) {
      first.awaitReadyz(200);
      first.kill();
    }
    try (ServerProcess second = ServerProcess.serve(data)) {
      second.awaitReadyz(200);
      assertThat(second.stop()).isZero();
    }
    assertNoPostgresIn(data);
  }

  @Test
  void a_second_one_on_the_same_data_directory_is_refused() throws Exception {
    Path data = temporary.resolve("data");
    try (ServerProcess first = ServerProcess.serve(data);
        ServerProcess second = runOn(data, "0")) {
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.log())
          .contains("carillon: The data directory")
          .contains("is already in use by process")
          .contains("give this one a directory of its own")
          .doesNotContain("\tat ");
      first.awaitReadyz(200);
      first.stop();
    }
  }

  @Test
  void a_port_in_use_is_refused_and_nothing_is_left_running() throws Exception {
    Path data = temporary.resolve("data");
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
        ServerProcess server = runOn(data, "" + taken.getLocalPort())) {
      assertThat(server.exitCode()).isEqualTo(1);
      assertThat(server.log())
          .contains("Expected to listen on port " + taken.getLocalPort())
          .contains("--port N")
          .doesNotContain("\tat ");
    }
    assertNoPostgresIn(data);
  }

  @Test
  void when_its_postgres_dies_it_is_not_ready_until_that_is_back() throws Exception {
    Path data = temporary.resolve("data");
    try (ServerProcess server = ServerProcess.serve(data)) {
      server.awaitReadyz(200);

      // Held still, the old one neither serves nor lets a new one take its place.
      long postmaster = postmaster(data);
      ProcessHandle parent = ProcessHandle.of(postmaster).orElseThrow();
      // First, so that it has no more children than those that are held still with it.
      signal("STOP", List.of(parent));
      List<ProcessHandle> all =
          java.util.stream.Stream.concat(java.util.stream.Stream.of(parent), parent.descendants())
              .toList();
      signal("STOP", all);
      server.awaitReadyz(503);
      assertThat(server.get("/readyz").body()).contains("\"ready\":false").contains("\"database\"");
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);

      signal("KILL", all);
      server.awaitReadyz(200);
      assertThat(postmaster(data)).isNotEqualTo(postmaster);
      assertThat(server.stop()).as(server.log()).isZero();
    }
    assertNoPostgresIn(data);
  }

  @Test
  void with_a_database_of_ones_own_it_starts_none() throws Exception {
    Path data = temporary.resolve("data");
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(temporary.resolve("database"))) {
      String url = "%s?user=%s&password=".formatted(postgres.jdbcUrl(), postgres.user());
      try (ServerProcess server = runWithUrl(data, url + postgres.password())) {
        String line = server.awaitReady();
        assertThat(line).contains("PostgreSQL at 127.0.0.1:").doesNotContain(postgres.password());
        server.awaitReadyz(200);
        assertThat(data.resolve("postgres")).doesNotExist();
        try (ServerProcess second = runWithUrl(data, url + postgres.password())) {
          assertThat(second.exitCode()).isEqualTo(1);
          assertThat(second.log()).contains("is already in use by process");
        }
        assertThat(server.stop()).as(server.log()).isZero();
      }
      try (ServerProcess server = runWithUrl(data, url + "wrong")) {
        assertThat(server.exitCode()).isEqualTo(1);
        assertThat(server.log())
            .contains("password authentication failed for user \"carillon\"")
            .contains("Check user= and password=")
            .doesNotContain("wrong")
            .doesNotContain("\tat ");
      }
    }
  }

  @Test
  void wrong_usage_ends_with_two_and_a_suggestion() throws Exception {
    try (ServerProcess server = ServerProcess.run(temporary, Map.of(), "serve", "--prot", "1")) {
      assertThat(server.exitCode()).isEqualTo(2);
      assertThat(server.log()).contains("unknown flag --prot: did you mean --port?");
    }
  }

  @Test
  void it_says_which_version_it_is() throws Exception {
    try (ServerProcess server = ServerProcess.run(temporary, Map.of(), "--version")) {
      assertThat(server.nextLine()).matches("Carillon \\d+\\.\\d+\\.\\d+.*");
      assertThat(server.exitCode()).isZero();
    }
  }

  private ServerProcess runOn(Path data, String port) throws IOException {
    return ServerProcess.run(
        temporary, Map.of(), "serve", "--data", data.toString(), "--port", port);
  }

  private ServerProcess runWithUrl(Path data, String url) throws IOException {
    return ServerProcess.run(
        temporary,
        Map.of("CARILLON_DB_URL", url, "CARILLON_DATA", data.toString(), "CARILLON_PORT", "0"),
        "serve");
  }

  private static long postmaster(Path data) throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postgres/postmaster.pid")).getFirst());
  }

  private static void signal(String name, List<ProcessHandle> processes)
      throws IOException, InterruptedException {
    List<String> command = new java.util.ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(process -> command.add("" + process.pid()));
    new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private static void assertNoPostgresIn(Path data) {
    await()
        .atMost(ServerProcess.PATIENCE)
        .untilAsserted(() -> assertThat(postgresProcesses(data)).isEmpty());
  }

  private static List<String> postgresProcesses(Path data) {
    return ProcessHandle.allProcesses()
        .map(process -> process.info().commandLine().orElse(""))
        .filter(command -> command.contains(data + "/postgres"))
        .toList();
  }
}
