package dev.carillon.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ConfigurationTest {

  private static final String URL =
      "jdbc:postgresql://db.example/carillon?user=ada&password=secret";

  @TempDir Path directory;

  private static Configuration load(Map<String, String> environment, String... flags) {
    return Configuration.load("serve", List.of(flags), environment);
  }

  private Path file(String... lines) throws IOException {
    return Files.write(directory.resolve("some.conf"), List.of(lines));
  }

  @Test
  void flags_win_over_the_environment_which_wins_over_the_file() throws IOException {
    Path file = file("# where we listen", "port = 1", "lease = 20s", "poll_interval=1s", "");
    Configuration configuration =
        load(
            Map.of("CARILLON_LEASE", "30s", "CARILLON_PORT", "2"),
            "--config",
            file.toString(),
            "--port",
            "3");

    assertThat(configuration.port()).isEqualTo(3);
    assertThat(configuration.value(Setting.LEASE)).isEqualTo(Duration.ofSeconds(30));
    assertThat(configuration.value(Setting.POLL_INTERVAL)).isEqualTo(Duration.ofSeconds(1));
    assertThat(configuration.value(Setting.SHUTDOWN_GRACE)).isEqualTo(Duration.ofSeconds(30));
    assertThat(configuration.shown())
        .contains(
            new Configuration.Shown("port", "3", "--port"),
            new Configuration.Shown("lease", "30s", "CARILLON_LEASE"),
            new Configuration.Shown("poll_interval", "1s", file + ":4"),
            new Configuration.Shown("shutdown_grace", "30s", "default"));
  }

  @Test
  void the_file_in_the_data_directory_is_found_without_being_named() throws IOException {
    Files.writeString(directory.resolve("carillon.conf"), "port = 4\n");

    assertThat(load(Map.of(), "--data", directory.toString()).port()).isEqualTo(4);
    assertThat(load(Map.of("CARILLON_DATA", directory.toString())).port()).isEqualTo(4);
  }

  @Test
  void a_file_found_in_the_data_directory_cannot_move_it() throws IOException {
    Files.writeString(directory.resolve("carillon.conf"), "data = elsewhere\n");

    assertThatThrownBy(() -> load(Map.of(), "--data", directory.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("carillon.conf:1: data cannot be chosen by a file");
  }

  @Test
  void a_named_file_that_is_missing_is_refused() {
    assertThatThrownBy(() -> load(Map.of(), "--config", directory.resolve("none").toString()))
        .hasMessageContaining("expected to be able to read the configuration file")
        .hasMessageContaining("none");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "pol_interval = 5s| :1: unknown key pol_interval: did you mean poll_interval?",
        "log.fromat = json| :1: unknown key log.fromat: did you mean log.format?",
        "colour = red| :1: unknown key colour",
        "port 7373| :1: expected a line such as port = 7373, got \"port …\"",
        "lease = 10| :1: lease expects a duration such as 500ms, 30s, 10m, 2h or 1d, at least"
            + " 500ms, got \"10\"",
        "lease = 100ms| :1: lease expects a duration such as 500ms, 30s, 10m, 2h or 1d, at least"
            + " 500ms, got \"100ms\"",
        "enabled = yes| :1: enabled expects true or false, got \"yes\"",
        "max_per_poll = 0| :1: max_per_poll expects a whole number from 1 to 100000, got \"0\"",
        "otel.endpoint = localhost:4318| :1: otel.endpoint expects an address such as"
            + " http://127.0.0.1:4318, got \"localhost:4318\"",
        "otel.sample = 2| :1: otel.sample expects a share from 0 to 1 such as 0.1, got \"2\"",
        "log.format = xml| :1: log.format expects one of text, json, got \"xml\"",
      })
  void a_wrong_line_is_refused_with_its_place(String line, String message) throws IOException {
    Path file = file(line);

    assertThatThrownBy(() -> load(Map.of(), "--config", file.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + message);
  }

  @Test
  void a_key_that_stands_twice_is_refused() throws IOException {
    Path file = file("port = 1", "port = 2");

    assertThatThrownBy(() -> load(Map.of(), "--config", file.toString()))
        .hasMessage(
            "%s:2: port stands in this file twice, first at %s:1; once is enough", file, file);
  }

  @Test
  void an_unknown_variable_is_refused_with_a_suggestion() {
    assertThatThrownBy(() -> load(Map.of("CARILLON_POLL_INTERVALL", "1s")))
        .hasMessage(
            "unknown variable CARILLON_POLL_INTERVALL: did you mean CARILLON_POLL_INTERVAL?");
  }

  @Test
  void what_kubernetes_says_of_a_service_named_carillon_is_no_setting() {
    Map<String, String> environment =
        Map.of(
            "CARILLON_PORT", "tcp://10.0.0.1:7373",
            "CARILLON_PORT_7373_TCP_ADDR", "10.0.0.1",
            "CARILLON_SERVICE_HOST", "10.0.0.1",
            "CARILLON_JAVA_OPTS", "-Xmx1g");

    assertThat(load(environment)).isEqualTo(Configuration.defaults());
  }

  @Test
  void what_the_command_line_reads_is_no_setting_of_the_server() {
    Map<String, String> environment =
        Map.of(
            "CARILLON_SERVER", "http://127.0.0.1:7373",
            "CARILLON_PROFILE", "work",
            "CARILLON_TOKEN", "car_x",
            "CARILLON_ORGANIZATION", "default");

    assertThat(load(environment)).isEqualTo(Configuration.defaults());
  }

  @Test
  void the_engine_hears_every_number() {
    var config =
        load(
                Map.of(),
                "--lease=4s",
                "--poll-interval=2s",
                "--max-per-poll=7",
                "--max-concurrent=9",
                "--max-concurrent-per-org=8",
                "--shutdown-grace=1m",
                "--max-run-history=5")
            .dispatch("server", "here");

    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(4));
    assertThat(config.pollInterval()).isEqualTo(Duration.ofSeconds(2));
    assertThat(config.beginBatch()).isEqualTo(7);
    assertThat(config.maxConcurrent()).isEqualTo(9);
    assertThat(config.maxConcurrentPerOrg()).isEqualTo(8);
    assertThat(config.shutdownGrace()).isEqualTo(Duration.ofMinutes(1));
    assertThat(config.maxRunHistory()).isEqualTo(5);
    assertThat(config.place()).isEqualTo("here");
  }

  @Test
  void no_printout_shows_a_password() {
    for (String url : List.of(URL, "jdbc:postgresql://ada:secret@db.example/carillon")) {
      Configuration configuration = load(Map.of("CARILLON_DB_URL", url));

      assertThat(Printout.table(configuration)).contains("***").contains("db.example");
      assertThat(Printout.table(configuration) + Printout.json(configuration) + configuration)
          .doesNotContain("secret");
    }
  }

  @Test
  void a_printout_shows_all_of_an_address_but_its_password() {
    Map<String, String> shown =
        Map.of(
            "jdbc:postgresql://db.example:5432/carillon",
            "jdbc:postgresql://db.example:5432/carillon",
            "jdbc:postgresql://db.example:5432/carillon?password=se@cret&user=ada",
            "jdbc:postgresql://db.example:5432/carillon?password=***&user=ada",
            "jdbc:postgresql://ada:se/cr@et@db.example:5432/carillon",
            "jdbc:postgresql://ada:***@db.example:5432/carillon");
    shown.forEach((url, text) ->
        assertThat(Printout.json(load(Map.of("CARILLON_DB_URL", url))))
            .contains("\"" + text + "\""));
  }

  @Test
  void the_documentation_lists_every_key_with_its_default() throws IOException {
    String page = Files.readString(Path.of("../docs/configuration.md"));
    List<String> rows = page.lines().filter(line -> line.startsWith("| `")).toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Setting.ALL.stream()
                .map(setting ->
                    "| `%s` | %s | %s |"
                        .formatted(
                            setting.key(),
                            setting.fallback().isEmpty() ? "none" : "`" + setting.fallback() + "`",
                            setting.help()))
                .toList());
  }
}
