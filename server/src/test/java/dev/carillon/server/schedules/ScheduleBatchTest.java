package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.target.Runs;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Many schedules paused and resumed at once. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleBatchTest {

  private static final String PATH = "/api/v1/schedules";
  private static final String SCHEDULE = "{\"handler\":\"h\",\"interval_seconds\":3600}";

  @RegisterExtension static final ApiServer api = new ApiServer();

  @Test
  void each_is_answered_for() {
    ApiServer.Client org = api.organization("batch").token("user:ada", "write");
    String one = Runs.create(org, SCHEDULE);
    String two = Runs.create(org, SCHEDULE);
    String stopped = Runs.create(org, SCHEDULE);
    org.post(PATH + "/" + stopped + "/stop", null);
    String foreign = Runs.create(api.organization("batch-other"), SCHEDULE);
    String ids = "\"%s\",\"%s\",\"%s\",\"%s\",\"x\"".formatted(one, two, stopped, foreign);

    JsonNode paused =
        org.post(PATH + "/batch-pause", "{\"ids\":[%s],\"reason\":\"holidays\"}".formatted(ids))
            .json();
    assertThat(paused.get("paused").toString()).isEqualTo("[\"%s\",\"%s\"]".formatted(one, two));
    assertThat(paused.get("not_found").toString()).isEqualTo("[\"%s\",\"x\"]".formatted(foreign));
    assertThat(paused.get("refused").get(0).get("id").stringValue()).isEqualTo(stopped);
    assertThat(paused.get("refused").get(0).get("code").stringValue())
        .isEqualTo("schedule.wrong_status");
    assertThat(Runs.schedule(org, one).get("status_reason").stringValue())
        .isEqualTo("user:ada: holidays");

    JsonNode resumed =
        org.post(PATH + "/batch-resume", "{\"ids\":[\"%s\",\"%s\"]}".formatted(one, one)).json();
    assertThat(resumed.get("resumed").toString()).isEqualTo("[\"%s\"]".formatted(one));
    assertThat(Runs.schedule(org, one).get("status").stringValue()).isEqualTo("active");
    assertThat(Runs.schedule(org, two).get("status").stringValue()).isEqualTo("paused");
  }

  @Test
  void an_agent_pauses_its_own_only_and_nonsense_is_refused() {
    ApiServer.Client org = api.organization("batch-agent");
    String other = Runs.create(org, SCHEDULE);
    ApiServer.Client agent = org.token("agent:frank", "read", "write");
    JsonNode paused =
        agent.post(PATH + "/batch-pause", "{\"ids\":[\"%s\"]}".formatted(other)).json();
    assertThat(paused.get("not_found")).hasSize(1);
    assertThat(agent.post(PATH + "/batch-pause", "{}").code()).isEqualTo("field.missing");
    assertThat(agent.post(PATH + "/batch-resume", "{\"ids\":[],\"reason\":\"x\"}").code())
        .isEqualTo("field.unknown");
    assertThat(
            agent
                .post(
                    PATH + "/batch-pause",
                    "{\"ids\":[],\"reason\":\"%s\"}".formatted("x".repeat(501)))
                .code())
        .isEqualTo("field.invalid");
  }
}
