package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.LocalServer.Person;
import dev.carillon.cli.LocalServer.Said;
import dev.carillon.client.Json;
import dev.carillon.importers.OpenClawSamples;
import dev.carillon.importers.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Imports by hand: files and a Redis of this machine. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ImportTest {

  private final LocalServer server = LocalServer.running();
  private Person person;

  @TempDir Path files;

  @BeforeEach
  void sit_down_in_a_new_organization() throws Exception {
    person = server.person();
  }

  private Path write(String name, String text) throws IOException {
    Path file = files.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void an_openclaw_folder_with_everything_in_it() throws IOException {
    write(".openclaw/openclaw.json", "{ /* mine */ cron: { enabled: true } }");
    write(".openclaw/cron/jobs.json", OpenClawSamples.JOBS);
    write(".openclaw/cron/jobs.json.migrated", OpenClawSamples.JOBS);
    write(".openclaw/cron/runs/" + OpenClawSamples.BRIEF + ".jsonl", OpenClawSamples.LOG);
    person.set("HOME", files.toString());
    String dry = person.types("import", "openclaw", "--dry-run").ok();
    assertThat(dry)
        .contains("+  created")
        .contains("its last moment has passed")
        .contains("--leftovers reads it")
        .endsWith(
            """
            4 found: 3 created, 0 updated, 0 unchanged, 1 skipped, 0 failed; 2 past runs \
            (dry run: nothing was done)
            """);
    assertThat(person.types("list").ok()).startsWith("No schedules.");
    assertThat(person.types("import", "openclaw").ok())
        .endsWith(
            """
            Imported 3 scheduled jobs from OpenClaw (disabled — review with `carillon list --disabled`)
            """);
    assertThat(person.types("list", "--disabled").ok())
        .contains("3 paused")
        .contains("Morning brief");
    assertThat(person.types("history", "Morning brief").ok()).contains("model overloaded");
    assertThat(person.types("import", "openclaw", files.resolve(".openclaw").toString()).ok())
        .contains("0 created, 0 updated, 3 unchanged, 1 skipped, 0 failed");
  }

  @Test
  void the_database_of_a_later_openclaw() throws IOException {
    Path folder = Files.createDirectories(files.resolve("claw/state"));
    Files.write(folder.resolve("openclaw.sqlite"), OpenClawSamples.database(true));
    JsonNode report =
        Json.parse(
            person.types("import", "openclaw", files.resolve("claw").toString(), "--json").ok());
    assertThat(report.get("totals").get("created").asInt()).isEqualTo(2);
    assertThat(report.get("runs_imported").asInt()).isEqualTo(2);
  }

  @Test
  void a_redis_that_bull_and_rq_filled() {
    try (TestRedis redis = new TestRedis()) {
      boolean bull = redis.fillByBull();
      boolean rq = redis.fillByRq();
      Said said = person.types("import", "bullmq", redis.url(), "--url", "https://example.com/run");
      assertThat(said.ok()).contains((bull ? "54" : "0") + " found");
      assertThat(person.types("import", "rq", redis.url(), "--every", "10m", "--dry-run").ok())
          .contains((rq ? "9" : "0") + " found");
      Said agent = person.types("import", "bullmq", redis.url(), "--agent", "x");
      assertThat(agent.code()).isEqualTo(2);
      assertThat(agent.err()).contains("--agent says nothing about", "it goes with openclaw");
    }
    Said away = person.types("import", "bullmq", "redis://:hush@127.0.0.1:1");
    assertThat(away.code()).isEqualTo(1);
    assertThat(away.err())
        .contains("expected a Redis at redis://127.0.0.1:1/0")
        .doesNotContain("hush");
  }

  @Test
  void a_crontab_with_a_line_that_is_none_fails_and_imports_the_rest() throws IOException {
    Path crontab = write("crontab", "5 4 * * * /usr/bin/job\nnonsense\n");
    Said said = person.types("import", "crontab", crontab.toString(), "--timezone", "Asia/Tokyo");
    assertThat(said.code()).isEqualTo(1);
    assertThat(said.out())
        .contains("line 2 is neither a setting nor five fields and a command")
        .contains("2 found: 1 created, 0 updated, 0 unchanged, 0 skipped, 1 failed");
    assertThat(person.types("import", "crontab").code()).isEqualTo(2);
    assertThat(person.types("import", "cron", "x").code()).isEqualTo(2);
    Path empty = write("empty.yaml", "kind: ConfigMap");
    assertThat(person.types("import", "k8s", empty.toString()).ok()).contains("0 found");
    assertThat(person.types("import", "openclaw", "/nowhere").err()).contains("there is nothing");
  }
}
