package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.LocalServer.Person;
import dev.carillon.cli.LocalServer.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of schedules, applied and exported. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SetsTest {

  private final LocalServer server = LocalServer.running();
  private Person person;

  @TempDir Path files;

  @BeforeEach
  void sit_down_in_a_new_organization() throws Exception {
    person = server.person();
  }

  private String file(String text) throws IOException {
    return Files.writeString(files.resolve("schedules.yaml"), text).toString();
  }

  @Test
  void a_set_is_shown_as_a_difference_and_applied_once() throws IOException {
    String file =
        file(
            """
            schedules:
              - name: Report
                cron: "0 9 * * 1-5"
                timezone: Europe/Berlin
                agent_id: frank
                payload_text: |
                  Write the report.
                  Send it.
              - name: Sync
                interval_seconds: 600
                workflow_id: wf-1
                payload: {depth: 3, rate: 0.25}
            """);
    String dry = person.types("apply", "-f", file, "--dry-run").ok();
    assertThat(dry)
        .isEqualTo(
            """
            + Report
            + Sync
            2 created, 0 updated, 0 unchanged, 0 deleted (dry run: nothing was done)
            """);
    assertThat(person.types("list").ok()).startsWith("No schedules.");
    person.types("apply", "-f", file).ok();
    assertThat(person.types("apply", "-f", file).ok())
        .isEqualTo("0 created, 0 updated, 2 unchanged, 0 deleted\n");
    String changed =
        file(
            """
            - {name: Sync, interval_seconds: 900, workflow_id: wf-1, payload: {depth: 3}}
            """);
    assertThat(person.types("apply", "-f", changed, "--prune").ok())
        .isEqualTo(
            """
            ~ Sync
                interval_seconds: 600 → 900
                payload: {"depth":3,"rate":0.25} → {"depth":3}
            - Report
            0 created, 1 updated, 0 unchanged, 1 deleted
            """);
  }

  @Test
  void what_schedules_have_in_common_may_be_written_once() throws IOException {
    String file =
        file(
            """
            - &base {name: A, interval_seconds: 60, workflow_id: wf-1, max_retries: 2}
            - {<<: *base, name: B, interval_seconds: 90}
            """);
    person.types("apply", "-f", file).ok();
    assertThat(person.types("show", "B").ok()).contains("1m30s").contains("wf-1");
    assertThat(person.types("apply", "-f", file("- *base")).err())
        .contains("*base stands for nothing before it");
  }

  @Test
  void what_is_wrong_in_a_file_is_named_with_its_place() throws IOException {
    String good = "- {name: A, interval_seconds: 60, workflow_id: wf-1}\n";
    String cron = file(good + "- {name: B, cron: 61 * * * *, workflow_id: wf-1}");
    assertThat(person.types("apply", "-f", cron).err())
        .contains("minute must be 0–59, got 61")
        .contains("at:       schedules[1].cron, column 1");
    String unknown = file(good + "- {name: B, crn: 1 * * * *, workflow_id: wf-1}");
    assertThat(person.types("apply", "-f", unknown).err())
        .contains("there is no field \"crn\"")
        .contains("at:       schedules[1].crn\n");
    String policy = file("- {name: B, interval_seconds: 60, workflow_id: x, max_retries: -1}");
    assertThat(person.types("apply", "-f", policy).err()).contains("schedules[0].max_retries");
    assertThat(person.types("apply", "-f", file("hello")).err())
        .contains("expected `schedules:` and a list below it, got \"hello\"");
    assertThat(person.types("apply", "-f", files.toString()).err())
        .isEqualTo("carillon: expected a file, but %s is a directory\n".formatted(files));
    assertThat(person.types("list").ok()).startsWith("No schedules.");
  }

  @Test
  void an_export_applied_again_changes_nothing_and_elsewhere_makes_the_same() throws Exception {
    person
        .types(
            "create",
            "--name",
            "Mail",
            "--agent",
            "frank",
            "--message",
            "yes",
            "--every",
            "1.5s",
            "--jitter",
            "1s",
            "--description",
            "on: \"quoted\"\n- lines",
            "--overlap",
            "queue")
        .ok();
    person
        .types(
            "create",
            "--name",
            "No",
            "--url",
            "https://example.com/hook",
            "--cron",
            "*/5 * * * *",
            "--header",
            "x-kind: 1.0",
            "--payload",
            "{\"n\":1.10,\"s\":\"2026-01-01\",\"b\":\"no\"}")
        .ok();
    person
        .types("create", "--name", "Once", "--workflow", "wf", "--at", "2099-01-01T09:00:00+01:00")
        .ok();
    person
        .types("create", "--name", "Twin", "--workflow", "wf", "--every", "1h", "--disabled")
        .ok();
    person.types("create", "--name", "Gone", "--workflow", "wf", "--every", "1h").ok();
    person.types("stop", "Gone").ok();
    Said exported = person.types("export");
    String yaml = exported.ok();
    assertThat(exported.err()).contains("Left out: 1");
    assertThat(yaml).contains("name: \"Mail\"").doesNotContain("run_count", "null", "Gone");
    assertThat(person.types("apply", "-f", file(yaml)).ok())
        .isEqualTo("0 created, 0 updated, 4 unchanged, 0 deleted\n");
    assertThat(person.types("apply", "-f", file(person.types("export", "--json").ok())).ok())
        .isEqualTo("0 created, 0 updated, 4 unchanged, 0 deleted\n");

    Person elsewhere = server.person();
    elsewhere.types("apply", "-f", file(yaml)).ok();
    assertThat(elsewhere.types("export").ok()).isEqualTo(yaml);
  }

  @Test
  void what_is_wrong_in_a_file_is_said_and_nothing_is_done() throws IOException {
    assertThat(person.types("apply").code()).isEqualTo(2);
    assertThat(person.types("apply", "-f", "no/such.yaml").code()).isEqualTo(1);
    assertThat(person.types("apply", "-f", file("")).err()).contains("no schedules in");
    assertThat(person.types("apply", "-f", file("a: [")).err()).contains("is no YAML");
    assertThat(person.types("apply", "-f", file("schedules: 5")).err()).contains("a list");
    Said refused =
        person.types(
            "apply",
            "-f",
            file("- {name: A, interval_seconds: 9, workflow_id: w}\n- {name: B, crom: x}\n"));
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("crom").contains("HTTP 4");
    assertThat(person.types("list").ok()).startsWith("No schedules.");
  }
}
