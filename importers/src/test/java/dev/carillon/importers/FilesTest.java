package dev.carillon.importers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Crontabs and CronJobs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FilesTest {

  public static final String SITE =
      """
      # /etc/cron.d/site
      SHELL=/bin/bash
      CRON_TZ=Europe/Berlin
      MAILTO = "ops@example.org"
      API_KEY=hush
      */15 * * * *  www-data  /usr/bin/php /srv/app/cron.php >/dev/null 2>&1
      30 4 1,15 * 5 root      /usr/local/bin/rotate.sh        # part of the command
      0 7 * * mon-fri deploy  mail -s "brief \\%H" team%Good morning,%the report is ready.
      @daily         root     /usr/local/bin/backup
      @reboot        root     /usr/local/bin/boot
      nonsense
      """;

  private static Settings settings(String timezone, String options) {
    return new Settings(timezone, (ObjectNode) Lenient.json5(options, "options"));
  }

  private static List<Found> crontab(String name, String text, String timezone, String options) {
    return Crontab.find(List.of(ImportFile.of(name, text)), settings(timezone, options)).items();
  }

  @Test
  void a_crontab_of_the_system() {
    List<Found> found = crontab("/etc/cron.d/site", SITE, null, "{}");
    assertThat(found).hasSize(6);
    Found.Job php = (Found.Job) found.get(0);
    assertThat(php.draft().get("cron").stringValue()).isEqualTo("*/15 * * * *");
    assertThat(php.draft().get("timezone").stringValue()).isEqualTo("Europe/Berlin");
    assertThat(php.draft().get("workflow_id").stringValue()).isEqualTo("php");
    assertThat(Lenient.text(php.draft().get("payload")))
        .isEqualTo(
            """
            {"command":"/usr/bin/php /srv/app/cron.php >/dev/null 2>&1","user":"www-data",\
            "environment":{"MAILTO":"ops@example.org","SHELL":"/bin/bash"}}\
            """);
    assertThat(php.warnings()).singleElement().asString().contains("API_KEY");
    assertThat(Lenient.text(php.draft()) + Lenient.text(php.original())).doesNotContain("hush");
    Found.Job rotate = (Found.Job) found.get(1);
    assertThat(rotate.name()).isEqualTo("/usr/local/bin/rotate.sh # part of the command");
    Found.Job mail = (Found.Job) found.get(2);
    assertThat(mail.draft().get("payload").get("user").stringValue()).isEqualTo("deploy");
    assertThat(mail.draft().get("payload").get("command").stringValue())
        .isEqualTo("mail -s \"brief %H\" team");
    assertThat(mail.draft().get("payload").get("stdin").stringValue())
        .isEqualTo("Good morning,\nthe report is ready.");
    assertThat(((Found.Job) found.get(3)).draft().get("cron").stringValue()).isEqualTo("@daily");
    assertThat(found.get(4)).isInstanceOf(Found.Unsuitable.class);
    assertThat(found.get(5))
        .isInstanceOfSatisfying(
            Found.Broken.class, broken -> assertThat(broken.reason()).startsWith("line 11 "));
  }

  @Test
  void a_crontab_of_a_user_asks_for_the_zone_of_its_host() {
    String text = "5 4 * * * /home/a/bin/job --all\n";
    Found.Job unasked = (Found.Job) crontab("mine", text, null, "{}").getFirst();
    assertThat(unasked.draft().get("payload").get("command").stringValue())
        .isEqualTo("/home/a/bin/job --all");
    assertThat(unasked.warnings()).singleElement().asString().contains("taken as UTC");
    Found.Job asked =
        (Found.Job) crontab("mine", text, "Asia/Tokyo", "{url: 'https://e.com'}").getFirst();
    assertThat(asked.draft().get("timezone").stringValue()).isEqualTo("Asia/Tokyo");
    assertThat(asked.draft().get("url").stringValue()).isEqualTo("https://e.com");
    assertThat(asked.warnings()).isEmpty();
  }

  @Test
  void a_line_is_the_same_job_when_its_time_changes_and_two_alike_are_two() {
    assertThat(crontab("c", "5 4 * * * /x\n", null, "{}").getFirst().identity())
        .isEqualTo(crontab("c", "# moved\n6 4 * * * /x\n", null, "{}").getFirst().identity());
    List<Found> twice = crontab("c", "5 4 * * * /x\n6 5 * * * /x\n", null, "{}");
    assertThat(twice.get(0).identity()).isNotEqualTo(twice.get(1).identity());
  }

  @Test
  void cron_jobs_of_kubernetes_among_other_things() {
    List<Found> found =
        Kubernetes.find(
                List.of(ImportFile.of("jobs.yaml", KubernetesSample.YAML)), settings(null, "{}"))
            .items();
    assertThat(found).hasSize(3);
    Found.Job report = (Found.Job) found.get(0);
    assertThat(report.identity()).isEqualTo(new Identity("kubernetes", "prod/report"));
    assertThat(Lenient.text(report.draft()))
        .isEqualTo(
            """
            {"name":"report","cron":"0 9 * * 1-5","timezone":"Europe/Berlin","overlap":"skip",\
            "starting_deadline_seconds":200,"max_retries":2,"timeout_seconds":600,\
            "target":"workflow","workflow_id":"report","payload":{"namespace":"prod",\
            "name":"report","containers":[{"name":"main","image":"busybox:1.36",\
            "command":["/bin/sh","-c","date"]}]}}\
            """);
    assertThat(Lenient.text(report.original())).doesNotContain("hush");
    Found.Job suspended = (Found.Job) found.get(1);
    assertThat(suspended.enabled()).isFalse();
    assertThat(suspended.draft().get("overlap").stringValue()).isEqualTo("replace");
    assertThat(suspended.draft().get("timezone").stringValue()).isEqualTo("Asia/Tokyo");
    assertThat(suspended.draft().get("max_retries").intValue()).isEqualTo(6);
    assertThat(found.get(2)).isInstanceOf(Found.Broken.class);
    assertThatThrownBy(
            () -> Kubernetes.find(List.of(ImportFile.of("x.yaml", "a: [")), settings(null, "{}")))
        .isInstanceOf(Unreadable.class)
        .hasMessageStartingWith("x.yaml is no YAML");
  }

  private static List<Found> kubernetes(String yaml) {
    return Kubernetes.find(List.of(ImportFile.of("jobs.yaml", yaml)), settings(null, "{}")).items();
  }

  @Test
  void a_name_has_no_control_characters_whatever_the_command_has() {
    String text = "5 4 * * * job\t--all \u202e\u0085x\n";
    Found.Job job = (Found.Job) crontab("mine", text, "UTC", "{}").getFirst();
    assertThat(job.name()).isEqualTo("job --all x");
    assertThat(job.draft().get("payload").get("command").stringValue())
        .isEqualTo("job\t--all \u202e\u0085x");
  }

  @Test
  void lines_of_a_system_crontab_as_people_write_them() {
    String text =
        """
        CRON_TZ = Europe/Berlin
        */5\t*\t*\t*\t*\troot\t/usr/bin/tabs --x=1
        0 4 * JAN-MAR,Dec Sun john.doe /opt/x%line1%line2
        5 0 * * * root
        @daily root\s
        0 0 * * * Admin FOO=bar /usr/bin/env
        """
            .replace("\n", "\r\n");
    List<Found> found = crontab("/etc/crontab", "\uFEFF" + text, null, "{}");
    assertThat(found).hasSize(5);
    Found.Job tabs = (Found.Job) found.get(0);
    assertThat(tabs.draft().get("cron").stringValue()).isEqualTo("*/5 * * * *");
    assertThat(tabs.draft().get("timezone").stringValue()).isEqualTo("Europe/Berlin");
    assertThat(tabs.draft().get("payload").get("command").stringValue())
        .isEqualTo("/usr/bin/tabs --x=1");
    Found.Job dotted = (Found.Job) found.get(1);
    assertThat(Lenient.text(dotted.draft().get("payload")))
        .isEqualTo("{\"command\":\"/opt/x\",\"user\":\"john.doe\",\"stdin\":\"line1\\nline2\"}");
    for (int i = 2; i < 4; i++) {
      assertThat(found.get(i))
          .isInstanceOfSatisfying(
              Found.Broken.class,
              broken -> assertThat(broken.reason()).endsWith("names a user and no command"));
    }
    assertThat(((Found.Job) found.get(4)).name()).isEqualTo("FOO=bar /usr/bin/env");
  }

  @Test
  void what_cron_jobs_have_in_common_may_be_written_once() {
    List<Found> found =
        kubernetes(
            """
            apiVersion: batch/v1beta1
            kind: CronJob
            metadata: {name: first}
            spec: &common
              schedule: &nightly "0 3 * * *"
              timeZone: Europe/Berlin
              suspend: true
            ---
            kind: List
            items:
              - &job
                kind: CronJob
                metadata: {name: second}
                spec: &spec {schedule: 5 4 * * *, timeZone: Asia/Tokyo, suspend: true}
              - <<: *job
                metadata: {name: third}
                spec:
                  schedule: 6 5 * * *
                  <<: [*spec, {concurrencyPolicy: Forbid, suspend: false}]
            """);
    assertThat(found).extracting(Found::name).containsExactly("first", "second", "third");
    Found.Job third = (Found.Job) found.get(2);
    assertThat(third.draft().get("cron").stringValue()).isEqualTo("6 5 * * *");
    assertThat(third.draft().get("timezone").stringValue()).isEqualTo("Asia/Tokyo");
    assertThat(third.draft().get("overlap").stringValue()).isEqualTo("skip");
    assertThat(third.enabled()).isFalse();
  }

  @Test
  void a_cron_job_may_have_an_interval() {
    String job = "{kind: CronJob, metadata: {name: x}, spec: {schedule: '@every %s'}}";
    Found.Job every = (Found.Job) kubernetes(job.formatted("1h30m0.5s")).getFirst();
    assertThat(every.draft().get("interval_seconds").decimalValue()).isEqualTo("5400.5");
    assertThat(every.draft().has("cron")).isFalse();
    assertThat(every.warnings()).isEmpty();
    Found.Job often = (Found.Job) kubernetes(job.formatted("often")).getFirst();
    assertThat(often.draft().get("cron").stringValue())
        .as("for the server to refuse")
        .isEqualTo("@every often");
  }

  @Test
  void aliases_that_stand_for_nothing_or_for_too_much_are_refused() {
    assertThatThrownBy(() -> kubernetes("kind: *nothing"))
        .isInstanceOf(Unreadable.class)
        .hasMessage("jobs.yaml is not read: *nothing stands for nothing before it");
    assertThatThrownBy(() -> kubernetes("a: &a [1]\n---\nb: *a"))
        .as("another document's")
        .isInstanceOf(Unreadable.class);
    assertThatThrownBy(() -> kubernetes("a: &a [*a]")).isInstanceOf(Unreadable.class);
    StringBuilder laughs = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      laughs.append("a%d: &a%d [".formatted(i, i)).append("*a%d, ".formatted(i - 1).repeat(10));
      laughs.append("]\n");
    }
    assertThatThrownBy(() -> kubernetes(laughs.toString()))
        .isInstanceOf(Unreadable.class)
        .hasMessage("jobs.yaml is not read: it has more than 200000 values");
  }
}
