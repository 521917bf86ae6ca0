package dev.carillon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.LocalServer.Person;
import dev.carillon.cli.LocalServer.Said;
import dev.carillon.client.Carillon;
import dev.carillon.client.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The verbs as people type them, against a real server. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CommandLineTest {

  private final LocalServer server = LocalServer.running();
  private Person person;

  @BeforeEach
  void sit_down_in_a_new_organization() throws Exception {
    person = server.person();
  }

  private Said message(String name, String agent, String... more) {
    String[] base = {"create", "--name", name, "--agent", agent, "--message", "Check the mail"};
    String[] all = java.util.Arrays.copyOf(base, base.length + more.length);
    System.arraycopy(more, 0, all, base.length, more.length);
    return person.types(all);
  }

  @Test
  void list_shows_counts_marks_whom_timing_and_the_last_run() throws IOException {
    message("Email Check", "frank", "--cron", "*/30 * * * *").ok();
    message("Market Summary", "beau-h", "--cron", "0 9 * * 1-5", "--timezone", "Europe/Berlin")
        .ok();
    message("Deploy Watch", "josh-s", "--every", "5m").ok();
    message("日報", "nova", "--cron", "0 8 * * *").ok();
    person.types("run", "Email Check", "--wait").ok();
    person.types("pause", "Deploy Watch", "--reason", "5 consecutive failures").ok();
    person.types("stop", "日報").ok();
    // Who looks two minutes later looks past the next slot if it is nearer than that.
    String list = person.later(Duration.ofMinutes(2)).types("list").ok();
    assertThat(list.replaceAll("Next: (in \\w+|now|\\w+ ago)", "Next: in …"))
        .isEqualTo(
            """
            Schedules (2 active, 1 paused, 1 stopped):
              ✅  Email Check     frank   every 30m                        Last: 2m ago (success), Next: in …
              ✅  Market Summary  beau-h  weekdays at 09:00 Europe/Berlin  Next: in …
              ⏸️  Deploy Watch    josh-s  every 5m                         Paused (user:operator: 5 consecutive failures)
              ⏹️  日報            nova    daily at 08:00                   Stopped (stopped by user:operator)
            """);
    assertThat(person.types("list", "--agent", "frank").ok()).contains("(1 active)");
    assertThat(person.types("list", "--status", "paused").ok())
        .contains("Deploy Watch")
        .doesNotContain("Email Check");
    assertThat(person.types("list", "--disabled").ok()).contains("(1 paused, 1 stopped)");
    assertThat(person.types("list", "--search", "mail").ok()).contains("(1 active)");
    assertThat(person.types("list", "--agent", "nobody").ok()).isEqualTo("No such schedules.\n");
    JsonNode json = Json.parse(person.types("list", "--json").ok());
    assertThat(json.get("items").size()).isEqualTo(4);
    assertThat(json.get("next_cursor").isNull()).isTrue();
  }

  /** More others come before them than one request of the server looks at. */
  @Test
  void list_shows_a_page_of_what_is_far_behind(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("set.json");
    for (int start = 0; start < 13_000; start += 1_000) {
      String word = start < 10_000 ? "Near" : "Far";
      String set =
          IntStream.range(start, start + 1_000)
              .mapToObj(
                  "{\"name\":\"%s %%05d\",\"interval_seconds\":86400,\"url\":\"http://127.0.0.1:9/\"}"
                          .formatted(word)
                      ::formatted)
              .collect(Collectors.joining(",", "{\"schedules\":[", "]}"));
      Files.writeString(file, set);
      person.types("apply", "-f", file.toString()).ok();
    }
    JsonNode far = Json.parse(person.types("list", "--search", "far", "--json").ok());
    assertThat(far.get("items").size()).isEqualTo(Carillon.PAGE);
    assertThat(far.get("items"))
        .allSatisfy(item -> assertThat(item.get("name").stringValue()).startsWith("Far "));
  }

  @Test
  void a_terminal_sees_colours_unless_it_asks_for_none_and_watch_looks_again() {
    message("Heartbeat", "frank", "--every", "30s").ok();
    assertThat(person.types("list").ok()).doesNotContain("\033");
    person.atTerminal();
    assertThat(person.types("list").ok()).contains("\033[1mHeartbeat\033[0m");
    String watched = person.patience(3).types("list", "--watch").ok();
    assertThat(watched.split("\033\\[H\033\\[2J", -1)).hasSize(4);
    assertThat(person.set("NO_COLOR", "1").types("list").ok()).doesNotContain("\033");
  }

  @Test
  void create_answers_with_the_next_fires_and_show_with_everything() {
    String created = message("Report", "frank", "--when", "every weekday at 9am").ok();
    assertThat(created.lines().toList())
        .element(0)
        .isEqualTo(
            "Understood: cron \"0 9 * * 1-5\" in Europe/Berlin: weekdays at 09:00 Europe/Berlin");
    assertThat(created).contains("Created \"Report\"").contains("Next fires:");
    assertThat(created.lines().filter(line -> line.contains(" 09:00:00 +0"))).hasSize(5);
    String shown = person.types("show", "report").ok();
    assertThat(shown)
        .startsWith("✅ Report\n")
        .contains("0 9 * * 1-5  Europe/Berlin")
        .contains("Check the mail");
    assertThat(shown.lines().filter(line -> line.contains(" 09:00:00 +0"))).hasSize(5);
  }

  @Test
  void edit_changes_what_it_is_told_and_says_what_that_was() {
    message("Sync", "frank", "--every", "10m").ok();
    String edited = person.types("edit", "Sync", "--every", "1h30m", "--max-retries", "2").ok();
    assertThat(edited)
        .contains("Changed \"Sync\"")
        .contains("interval_seconds: 600 → 5400")
        .contains("max_retries: 0 → 2")
        .doesNotContain("updated_at");
    assertThat(person.types("show", "Sync").ok())
        .as("an interval is its own delay of the first retry")
        .contains("2, the first after 1h30m")
        .contains("0 so far");
    assertThat(person.types("edit", "Sync", "--retry-delay", "5s").code()).isEqualTo(2);
    assertThat(person.types("edit", "Sync", "--cron", "0 9 * * *", "--retry-delay", "5s").ok())
        .contains("interval_seconds: 5400 → (none)");
    assertThat(person.types("edit", "Sync").code()).isEqualTo(2);
  }

  @Test
  void the_verbs_of_a_life_say_what_became_of_it() {
    message("Life", "frank", "--every", "1h").ok();
    assertThat(person.types("pause", "Life").ok()).startsWith("\"Life\" is paused");
    Said again = person.types("pause", "Life");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).startsWith("carillon: ").contains("HTTP 400");
    assertThat(person.types("resume", "Life").ok()).contains("is active").contains("next in ");
    assertThat(person.types("revive", "Life").code()).isEqualTo(1);
    assertThat(person.types("stop", "Life", "--reason", "enough").ok()).contains("enough");
    assertThat(person.types("delete", "Life").ok()).contains("Deleted \"Life\"");
    assertThat(person.types("show", "Life").code()).isEqualTo(1);
  }

  @Test
  void history_shows_attempts_lateness_durations_and_errors() throws IOException {
    try (Receiver receiver = new Receiver()) {
      person
          .types(
              "create",
              "--name",
              "Hook",
              "--url",
              receiver.url(500),
              "--cron",
              "0 0 1 1 *",
              "--max-retries",
              "1",
              "--retry-delay",
              "3s", // long enough to be seen by whoever looks now and then
              "--payload",
              "{\"a\": 1}")
          .ok();
      Said run = person.types("run", "Hook", "--wait");
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).contains("error").contains("500");
      assertThat(run.err()).as("what it waits for").startsWith("retry at 20").contains("500");
      person.types("edit", "Hook", "--url", receiver.url(200)).ok();
      assertThat(person.types("run", "Hook", "--wait").ok()).contains("success in ");
      List<String> lines = person.types("history", "Hook").ok().lines().toList();
      assertThat(lines).hasSize(5);
      assertThat(lines.get(1)).contains("SLOT", "OUTCOME", "TRY", "LATE", "TOOK");
      assertThat(lines.get(2)).contains("✅", "manual", "success").containsPattern("\\dm?s\\b");
      assertThat(lines.get(3)).contains("❌", "error", " 2 ", "500");
      assertThat(lines.get(4)).contains("attempt", "error", " 1 ", "500");
      assertThat(person.types("history", "Hook", "--status", "success").ok()).doesNotContain("❌");
      assertThat(Json.parse(person.types("history", "Hook", "--json").ok()).get("items").size())
          .isEqualTo(2);
    }
  }

  @Test
  void flags_that_do_not_go_together_are_wrong_usage() {
    assertThat(message("X", "frank", "--every", "5m", "--cron", "* * * * *").code()).isEqualTo(2);
    assertThat(message("X", "frank").err()).contains("expected when to run");
    assertThat(message("X", "frank", "--every", "5m", "--url", "https://example.com").err())
        .contains("one target");
    assertThat(person.types("create", "--every", "5m").err()).contains("expected what to do");
    assertThat(person.types("create", "--every", "5m", "--agent", "x").err())
        .contains("--agent needs --message");
    assertThat(message("X", "frank", "--every", "often").err()).contains("--every: expected a");
    assertThat(message("X", "frank", "--at", "2099-01-01T09:00").err()).contains("no offset");
    assertThat(message("X", "frank", "--when", "now and then").err()).contains("not understood");
    assertThat(message("X", "frank", "--every", "5m", "--timezone", "UTC").code()).isEqualTo(2);
    assertThat(message("X", "frank", "--every", "5m", "--retry-delay", "1s").err())
        .contains("--retry-delay is for --cron and --at");
    assertThat(message("X", "frank", "--when", "every 5 minutes", "--retry-delay", "1s").code())
        .isEqualTo(2);
    assertThat(person.types("lst").code()).isEqualTo(2);
    assertThat(person.types("list", "--agnet", "x").code()).isEqualTo(2);
    assertThat(person.types("show").code()).isEqualTo(2);
    assertThat(person.types("list").ok()).startsWith("No schedules.");
  }

  @Test
  void slips_of_the_tongue_are_understood_as_such() {
    LocalServer.Said slip = person.types("lst");
    assertThat(slip.code()).isEqualTo(2);
    assertThat(slip.err()).contains("there is no verb \"lst\"; did you mean list?");
    assertThat(person.types("frobnicate").err()).contains("there is no verb \"frobnicate\"\n");
    LocalServer.Said early = person.types("--status", "paused", "list");
    assertThat(early.code()).isEqualTo(2);
    assertThat(early.err()).contains("expected a verb").contains("`carillon list --status …`");
    assertThat(person.types("list", "paused").err()).contains("\"paused\"");
    assertThat(person.types("list", "--statsu", "x").err()).contains("--status");
    assertThat(person.types("apply", "-f", "/nowhere.yaml").err())
        .isEqualTo("carillon: there is no file /nowhere.yaml\n");
  }

  @Test
  void flags_of_every_verb_may_stand_before_it() throws IOException {
    message("One", "frank", "--every", "5m").ok();
    String token = Files.readString(server.data().resolve("operator.token")).strip();
    String organization = person.variable("CARILLON_ORGANIZATION");
    person.unset("CARILLON_DATA").unset("CARILLON_ORGANIZATION");
    Said list =
        person.types(
            "--server=" + server.url(),
            "--token",
            token,
            "--organization",
            organization,
            "--json",
            "list",
            "--status",
            "active");
    assertThat(Json.parse(list.ok()).get("items").size()).isEqualTo(1);
    assertThat(person.types("--data", "x", "serve", "--port", "0").err())
        .contains("`carillon serve --data DIR`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--token abc123",
        "--token abc123 lst",
        "--token abc123 completion bash",
        "--tokn abc123 list",
        "--tokn=abc123 list",
        "list --tokn abc123",
        "list --tokn=abc123",
        "completion bash --token abc123",
        "--status paused --token abc123 list",
        "list --token abc123 --token abc123"
      })
  void what_stands_behind_a_flag_is_not_repeated_in_a_complaint(String line) {
    Said said = person.types(line.split(" ", -1));
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.out() + said.err()).doesNotContain("abc123").contains("carillon");
  }

  @Test
  void a_token_that_no_header_can_hold_is_refused_and_not_shown() {
    Said lines = person.set("CARILLON_TOKEN", "abc123\ndef").types("list");
    assertThat(lines.code()).isEqualTo(2);
    assertThat(lines.err()).contains("the token has a character").doesNotContain("abc123");
    Said user = person.types("list", "--server", "http://me:abc123@127.0.0.1:1");
    assertThat(user.code()).isEqualTo(2);
    assertThat(user.err()).contains("without a user").doesNotContain("abc123");
  }

  @Test
  void what_the_server_refuses_is_told_with_its_help() {
    Said refused = message("X", "frank", "--cron", "0 24 * * *");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("24").contains("HTTP 4").contains("column");
    assertThat(message("X", "frank", "--at", "2001-01-01T00:00:00Z").code()).isEqualTo(1);
    message("Twin", "frank", "--every", "5m").ok();
    message("Twin", "frank", "--every", "6m").ok();
    assertThat(person.types("pause", "Twin").err())
        .contains("2 schedules are called \"Twin\"", "every 5m", "every 6m");
    assertThat(person.types("pause", "Twi").err()).contains("did you mean \"Twin\"");
    Said nobody = person.types("list", "--server", "http://127.0.0.1:1");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.err()).contains("no server answers").contains("carillon serve");
  }

  @Test
  void preview_shows_slots_and_what_daylight_saving_does() {
    String preview =
        person
            .types(
                "preview",
                "--cron",
                "30 2 * * *",
                "--timezone",
                "Europe/Berlin",
                "--from",
                "2026-03-28T00:00:00Z",
                "--count",
                "2")
            .ok();
    assertThat(preview).startsWith("Runs at 02:30").contains("does not exist");
    assertThat(person.types("preview", "--cron", "30 2 * * *").ok())
        .startsWith("Runs at 02:30 every day, UTC\n");
  }

  @Test
  void status_tells_of_schedules_and_nodes() {
    message("One", "frank", "--every", "5m").ok();
    assertThat(person.types("status").ok())
        .contains("1 active", "PostgreSQL 18", "alive", "shards");
  }

  @Test
  void a_token_is_made_used_and_revoked() {
    message("Of frank", "frank", "--every", "5m").ok();
    message("Of nova", "nova", "--every", "5m").ok();
    Said made =
        person.types("token", "create", "--principal", "agent:frank", "--scope", "read,write");
    String secret = made.ok().strip();
    assertThat(secret).startsWith("car_").doesNotContain("\n");
    String id = made.err().replaceAll("(?s)Token (\\S+) for agent:frank.*", "$1");
    assertThat(person.types("token", "list").ok()).contains("agent:frank").doesNotContain(secret);
    person.unset("CARILLON_DATA").unset("CARILLON_ORGANIZATION");
    person.set("CARILLON_SERVER", server.url()).set("CARILLON_TOKEN", secret);
    assertThat(person.types("list").ok()).contains("Of frank").doesNotContain("Of nova");
    person.unset("CARILLON_TOKEN").set("CARILLON_DATA", server.data().toString());
    Said elsewhere = person.types("token", "revoke", id);
    assertThat(elsewhere.code()).as("the default organization has no such token").isEqualTo(1);
  }

  @Test
  void a_local_servers_token_is_found_by_itself_and_others_need_one() throws IOException {
    person.unset("CARILLON_DATA");
    assertThat(person.types("list", "--data", server.data().toString()).code()).isZero();
    Said lost = person.types("list", "--data", "nowhere", "--server", server.url());
    assertThat(lost.code()).isEqualTo(1);
    assertThat(lost.err()).contains("there is no token for");
    Path profiles = Files.createDirectories(server.directory().resolve(".config/carillon"));
    Files.writeString(
        profiles.resolve("profiles"),
        "[mine]\nserver = %s\ntoken = %s\n"
            .formatted(
                server.url(), Files.readString(server.data().resolve("operator.token")).strip()));
    assertThat(person.types("list", "--profile", "mine").code()).isZero();
    assertThat(person.types("list", "--profile", "yours").code()).isEqualTo(2);
  }

  @Test
  void the_program_itself_prints_for_a_pipe_and_ends_with_its_code() throws Exception {
    message("Heartbeat", "frank", "--every", "30s").ok();
    ProcessBuilder builder =
        new ProcessBuilder(
            LocalServer.java(),
            "-cp",
            LocalServer.classPath(),
            "dev.carillon.cli.Main",
            "list",
            "--data",
            server.data().toString(),
            "--status",
            "nonsense");
    Process process = builder.start();
    String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(err).contains("status").contains("active");
  }

  @Test
  void help_names_every_verb() {
    assertThat(person.types().ok())
        .contains("list", "history", "completion", "serve", "config", "Exit codes");
    assertThat(person.types("help").ok()).isEqualTo(person.types("--help").ok());
    assertThat(person.types("create", "--help").ok()).contains("--when", "--overlap");
    assertThat(person.types("--version").ok()).matches("Carillon \\S+\\R");
  }
}
