package dev.carillon.importers.openclaw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.importers.Findings;
import dev.carillon.importers.Found;
import dev.carillon.importers.ImportFile;
import dev.carillon.importers.Lenient;
import dev.carillon.importers.OpenClawSamples;
import dev.carillon.importers.PastRun;
import dev.carillon.importers.Settings;
import dev.carillon.importers.Unreadable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** OpenClaw's jobs, of all four generations and of its youth. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenClawTest {

  private static final String BRIEF = OpenClawSamples.BRIEF;

  private static Findings find(String options, ImportFile... files) {
    return OpenClaw.find(
        List.of(files), new Settings(null, (ObjectNode) Lenient.json5(options, "options")));
  }

  private static Map<String, Found> byId(Findings findings) {
    return findings.items().stream()
        .collect(Collectors.toMap(found -> found.identity().id(), found -> found));
  }

  private static Found.Job job(String json) {
    return (Found.Job)
        find("{}", ImportFile.of("/c/jobs.json", "[" + json + "]")).items().getFirst();
  }

  private static Found one(String json) {
    return find("{}", ImportFile.of("/c/jobs.json", "[" + json + "]")).items().getFirst();
  }

  @Test
  void of_two_jobs_with_one_id_in_a_file_none_is_lost_silently() {
    String twice =
        """
        [{id: "a", schedule: {everyMs: 60000}, message: "first"},
         {id: "b", schedule: {everyMs: 60000}, message: "other"},
         {id: "a", schedule: {everyMs: 90000}, message: "second"}]
        """;
    ImportFile jobs = ImportFile.of("/c/jobs.json", twice);
    List<Found> found = find("{}", jobs).items();
    assertThat(found).extracting(Found::name).containsExactly("second", "other", "first");
    assertThat(found.getLast())
        .isInstanceOfSatisfying(
            Found.Unsuitable.class,
            first ->
                assertThat(first.reason()).isEqualTo("a later job of its file has the same id: a"));
    ImportFile old = ImportFile.of("/c/jobs.json.migrated", "[{id: 'b', text: 'before'}]");
    assertThat(find("{leftovers: true}", old, jobs).items())
        .as("another state of the same job is no other job")
        .hasSize(3);
  }

  @Test
  void a_file_with_jobs_and_their_state() {
    Map<String, Found> found =
        byId(find("{}", ImportFile.of("/home/a/.openclaw/cron/jobs.json", OpenClawSamples.JOBS)));
    assertThat(found).containsOnlyKeys(BRIEF, "c19da8c4", "legacy-1", "r1");
    Found.Job brief = (Found.Job) found.get(BRIEF);
    assertThat(brief.identity().instance()).isEqualTo("/home/a/.openclaw/cron/jobs.json");
    assertThat(Lenient.text(brief.draft()))
        .isEqualTo(
            """
            {"name":"Morning brief","cron":"0 7 * * *","timezone":"America/Los_Angeles",\
            "target":"message","agent_id":"ops","payload_kind":"message",\
            "payload_text":"Summarize overnight updates.",\
            "payload":{"openclaw":{"model":"opus","sessionTarget":"isolated",\
            "wakeMode":"next-heartbeat","delivery":{"mode":"announce","channel":"slack",\
            "to":"channel:C1234567890","bestEffort":true}}},"timeout_seconds":300}\
            """);
    assertThat(brief.next()).isEqualTo(Instant.ofEpochMilli(1_770_652_800_000L));
    assertThat(brief.enabled()).isTrue();
    assertThat(brief.runs())
        .containsExactly(
            new PastRun(
                Instant.ofEpochMilli(1_770_566_400_012L),
                Instant.ofEpochMilli(1_770_566_405_123L),
                PastRun.Status.SUCCESS,
                null));
    Found.Job heartbeat = (Found.Job) found.get("c19da8c4");
    // Anchored at 22:53:20, it fires at :23:20 and :53:20.
    assertThat(heartbeat.draft().get("cron").stringValue()).isEqualTo("20 23-59/30 * * * *");
    assertThat(heartbeat.draft().get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(heartbeat.draft().get("payload_kind").stringValue()).isEqualTo("system_event");
    assertThat(heartbeat.draft().get("agent_id").stringValue()).isEqualTo("main");
    Found.Job legacy = (Found.Job) found.get("legacy-1");
    assertThat(legacy.name()).isEqualTo("Check inbox");
    assertThat(legacy.draft().get("payload_kind").stringValue()).isEqualTo("message");
    assertThat(legacy.draft().get("jitter_seconds").intValue()).isEqualTo(300);
    assertThat(legacy.draft().get("timezone").stringValue()).isEqualTo("UTC");
    assertThat(legacy.warnings())
        .anyMatch(warning -> warning.contains("OpenClaw's host"))
        .anyMatch(warning -> warning.contains("telegram (-1001234567890:topic:123)"));
    assertThat(((Found.Job) found.get("r1")).draft().get("run_at").stringValue())
        .isEqualTo("2026-02-13T01:00:00Z");
  }

  @Test
  void jobs_and_their_state_in_two_files() {
    ImportFile jobs = ImportFile.of("/c/jobs.json", OpenClawSamples.JOBS_WITHOUT_STATE);
    Found.Job brief =
        (Found.Job)
            byId(find("{}", jobs, ImportFile.of("/c/jobs-state.json", OpenClawSamples.STATE)))
                .get(BRIEF);
    assertThat(brief.next()).isEqualTo(Instant.ofEpochMilli(1_770_652_800_000L));
    assertThat(brief.runs()).hasSize(1);
    // Planned by a schedule that is another now.
    String stale = OpenClawSamples.STATE.replace("0 7 * * *", "0 6 * * *");
    brief =
        (Found.Job) byId(find("{}", jobs, ImportFile.of("/c/jobs-state.json", stale))).get(BRIEF);
    assertThat(brief.next()).isNull();
    assertThat(brief.runs()).hasSize(1);
  }

  @Test
  void a_database_whose_columns_win_over_its_json() {
    ImportFile database = new ImportFile("/s/openclaw.sqlite", OpenClawSamples.database(true));
    Map<String, Found> found = byId(find("{}", database));
    Found.Job brief = (Found.Job) found.get(BRIEF);
    assertThat(brief.identity().instance()).isEqualTo("/home/a/.openclaw/cron/jobs.json");
    assertThat(brief.name()).isEqualTo("Morning brief");
    assertThat(brief.draft().get("cron").stringValue()).isEqualTo("0 7 * * *");
    assertThat(brief.draft().get("payload_text").stringValue())
        .isEqualTo("Summarize overnight updates.");
    assertThat(brief.next()).isEqualTo(Instant.ofEpochMilli(1_770_652_800_000L));
    assertThat(brief.runs())
        .extracting(PastRun::status)
        .containsExactly(PastRun.Status.ERROR, PastRun.Status.SUCCESS);
    assertThat(brief.runs().getFirst().error()).isEqualTo("model overloaded");
    assertThat(((Found.Job) found.get("off")).enabled()).isFalse();
  }

  @Test
  void a_database_that_keeps_runs_among_its_tasks() {
    ImportFile database = new ImportFile("/s/openclaw.sqlite", OpenClawSamples.database(false));
    Found.Job brief = (Found.Job) byId(find("{}", database)).get(BRIEF);
    assertThat(brief.runs())
        .extracting(PastRun::status)
        .containsExactly(PastRun.Status.ERROR, PastRun.Status.SUCCESS);
  }

  @Test
  void its_tables_as_the_command_line_sends_them() {
    String tables = Lenient.text(StateDatabase.read(OpenClawSamples.database(true), null));
    assertThat(byId(find("{}", ImportFile.of("/s/openclaw.sqlite.json", tables))))
        .isEqualTo(
            byId(find("{}", new ImportFile("/s/openclaw.sqlite", OpenClawSamples.database(true)))));
  }

  @Test
  void where_several_generations_hold_a_job_the_newest_wins() {
    Map<String, Found> found =
        byId(
            find(
                "{}",
                ImportFile.of(
                    "/home/a/.openclaw/cron/jobs.json",
                    OpenClawSamples.JOBS.replace("Morning brief", "Old name")),
                new ImportFile("/s/openclaw.sqlite", OpenClawSamples.database(true))));
    assertThat(found.get(BRIEF).name()).isEqualTo("Morning brief");
    assertThat(found).containsKeys("legacy-1", "off");
  }

  @Test
  void what_a_migration_left_behind_is_offered_and_read_when_asked_for() {
    ImportFile left = ImportFile.of("/c/jobs.json.migrated.2", OpenClawSamples.JOBS);
    Findings offered = find("{}", left);
    assertThat(offered.items()).isEmpty();
    assertThat(offered.leftovers()).containsExactly("/c/jobs.json.migrated.2");
    Findings read = find("{leftovers: true}", left);
    assertThat(read.items()).hasSize(4);
    assertThat(read.items().getFirst().identity().instance()).isEqualTo("/c/jobs.json");
  }

  @Test
  void run_logs_pass_over_what_is_broken() {
    Found.Job brief =
        (Found.Job)
            byId(find(
                    "{}",
                    ImportFile.of("/c/jobs.json", OpenClawSamples.JOBS),
                    ImportFile.of("/c/runs/%s.jsonl".formatted(BRIEF), OpenClawSamples.LOG)))
                .get(BRIEF);
    assertThat(brief.runs()).hasSize(2);
    assertThat(brief.runs().getLast().startedAt())
        .isEqualTo(Instant.ofEpochMilli(1_770_566_400_012L));
  }

  @Test
  void an_interval_counts_from_its_anchor_or_else_from_when_the_job_was_made() {
    String hourly = "{\"id\":\"a\",\"text\":\"t\",\"schedule\":{\"everyMs\":3600000%s}%s}";
    assertThat(cron(hourly.formatted(",\"anchorMs\":600000", ",\"createdAtMs\":1200000")))
        .isEqualTo("10 * * * *");
    assertThat(cron(hourly.formatted("", ",\"createdAtMs\":1200000,\"updatedAtMs\":0")))
        .isEqualTo("20 * * * *");
    assertThat(cron(hourly.formatted("", ",\"updatedAtMs\":1805000"))).isEqualTo("5 30 * * * *");
    Found.Job free = (Found.Job) one(hourly.formatted("", ""));
    assertThat(free.draft().get("interval_seconds").intValue()).isEqualTo(3_600);
    Found.Job odd =
        (Found.Job) one(hourly.replace("3600000", "5400000").formatted(",\"anchorMs\":0", ""));
    assertThat(odd.draft().get("interval_seconds").intValue()).isEqualTo(5_400);
  }

  private static String cron(String job) {
    return ((Found.Job) one(job)).draft().get("cron").stringValue();
  }

  @Test
  void an_agent_in_a_session_of_its_own_announces_its_answer_unless_told_otherwise() {
    String turn = "{\"id\":\"a\",\"message\":\"m\",\"schedule\":\"5 4 * * *\"%s}";
    assertThat(delivery(turn.formatted(""))).isEqualTo("announce");
    assertThat(delivery(turn.formatted(",\"sessionTarget\":\"main\""))).isEmpty();
    assertThat(delivery(turn.formatted(",\"delivery\":{\"mode\":\"none\"}"))).isEqualTo("none");
    assertThat(delivery(turn.replace("message", "text").formatted(""))).isEmpty();
  }

  private static String delivery(String job) {
    return ((Found.Job) one(job)).draft().at("/payload/openclaw/delivery/mode").asString("");
  }

  @Test
  void json5_and_every_shape_of_a_store() {
    String job = "{id: 'x', schedule: 'every'.length ? '5 4 * * *' : '', text: 'hi',}";
    assertThatThrownBy(() -> find("{}", ImportFile.of("/c/jobs.json", "{jobs: [" + job + "]}")))
        .isInstanceOf(Unreadable.class)
        .hasMessageContaining("/c/jobs.json is neither JSON nor JSON5 (line 1");
    String loose = "{ // mine\n id: 'x', schedule: '5 4 * * *', text: 'hi', /* so */ }";
    for (String store :
        List.of(
            "{version: 1, jobs: [%s,]}",
            "[%s]", "{jobs: {x: %s}}", "{jobs: [{data: %s}]}", "{jobs: [{job: %s}]}")) {
      Findings findings = find("{}", ImportFile.of("/c/jobs.json", store.formatted(loose)));
      Found.Job found = (Found.Job) findings.items().getFirst();
      assertThat(found.identity().id()).as(store).isEqualTo("x");
      assertThat(found.draft().get("cron").stringValue()).isEqualTo("5 4 * * *");
      assertThat(found.draft().get("payload_text").stringValue()).isEqualTo("hi");
    }
  }

  @Test
  void a_job_without_an_id_gets_the_same_one_every_time() {
    String nameless = "{\"schedule\":{\"everyMs\":60000},\"message\":\"m\",\"state\":{\"x\":%d}}";
    assertThat(job(nameless.formatted(1)).identity())
        .isEqualTo(job(nameless.formatted(2)).identity());
    assertThat(job(nameless.formatted(1)).identity().id()).startsWith("cron-");
    assertThat(job("{\"id\":7,\"schedule\":\"5 4 * * *\",\"text\":\"t\"}").identity().id())
        .isEqualTo("7");
  }

  @Test
  void what_goes_by_no_time_or_runs_on_its_host_is_skipped_with_the_reason() {
    assertThat(one("{\"id\":\"a\",\"schedule\":{\"kind\":\"on-exit\"},\"text\":\"t\"}"))
        .isInstanceOf(Found.Unsuitable.class);
    assertThat(
            one(
                """
                {"id":"a","schedule":"5 4 * * *","payload":{"kind":"command","argv":["ls"]}}\
                """))
        .isInstanceOfSatisfying(
            Found.Unsuitable.class, found -> assertThat(found.reason()).contains("url"));
    assertThat(one("{\"id\":\"a\",\"schedule\":{\"kind\":\"every\",\"everyMs\":0},\"text\":\"t\"}"))
        .isInstanceOf(Found.Broken.class);
    assertThat(one("7")).isInstanceOf(Found.Broken.class);
  }

  @Test
  void what_a_script_decided_stays_disabled() {
    Found.Job gated =
        job(
            "{\"id\":\"a\",\"schedule\":\"5 4 * *"
                + " *\",\"text\":\"t\",\"trigger\":{\"script\":\"x\"}}");
    assertThat(gated.ready()).isFalse();
    assertThat(gated.warnings()).anyMatch(warning -> warning.contains("stays disabled"));
  }

  @Test
  void croners_plus_is_dropped_where_it_says_nothing_and_refused_where_it_does() {
    assertThat(job("{\"id\":\"a\",\"schedule\":\"0 9 * * +1\",\"text\":\"t\"}").draft().get("cron"))
        .hasToString("\"0 9 * * 1\"");
    assertThat(one("{\"id\":\"a\",\"schedule\":\"0 9 13 * +5\",\"text\":\"t\"}"))
        .isInstanceOf(Found.Unsuitable.class);
  }

  @Test
  void agents_are_mapped_and_the_environment_of_commands_is_kept_nowhere() {
    Findings findings =
        find(
            "{agents: {ops: 'frank'}, agent: 'anna', url: 'https://example.com/run'}",
            ImportFile.of(
                "/c/jobs.json",
                """
                [{"id":"a","agentId":"ops","schedule":"5 4 * * *","text":"t"},
                 {"id":"b","schedule":"5 4 * * *","text":"t"},
                 {"id":"c","schedule":"5 4 * * *",
                  "payload":{"kind":"command","argv":["ls"],"env":{"KEY":"secret"}}}]
                """));
    Map<String, Found> found = byId(findings);
    assertThat(((Found.Job) found.get("a")).draft().get("agent_id").stringValue())
        .isEqualTo("frank");
    assertThat(((Found.Job) found.get("b")).draft().get("agent_id").stringValue())
        .isEqualTo("anna");
    Found.Job command = (Found.Job) found.get("c");
    assertThat(command.draft().get("url").stringValue()).isEqualTo("https://example.com/run");
    assertThat(Lenient.text(command.draft()) + Lenient.text(command.original()))
        .doesNotContain("secret");
  }
}
