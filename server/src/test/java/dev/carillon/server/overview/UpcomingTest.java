package dev.carillon.server.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.target.Runs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What comes next, of all schedules of an organization. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UpcomingTest {

  @RegisterExtension
  static final ApiServer api = new ApiServer(builder -> builder, Map.of("enabled", "false"));

  private static JsonNode upcoming(ApiServer.Client client, String query) {
    ApiServer.Reply reply = client.get("/api/v1/upcoming" + query);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json();
  }

  private static long load(JsonNode upcoming) {
    return upcoming.get("minutes").valueStream().mapToLong(m -> m.get("count").longValue()).sum();
  }

  @Test
  void every_slot_of_the_next_hour_is_counted_in_its_minute() {
    JsonNode upcoming = null;
    // Made and looked at in one minute: this server carries nothing out, and a slot that is behind
    // us hides those that follow it.
    for (int hour = 0; upcoming == null; hour++) {
      Instant minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
      JsonNode seen = upcoming(anHour("hour-" + hour), "?minutes=60");
      boolean sameMinute = Instant.parse(seen.at("/minutes/0/at").stringValue()).equals(minute);
      upcoming = sameMinute ? seen : null;
    }
    assertThat(upcoming.get("minutes")).hasSize(60);
    // The minute under way has begun: its slot is behind us.
    assertThat(load(upcoming)).isBetween(59L + 5, 59L + 6);
    assertThat(upcoming.get("truncated").booleanValue()).isFalse();
    JsonNode slots = upcoming.get("slots");
    assertThat(slots.size()).isEqualTo((int) load(upcoming));
    List<Instant> moments =
        slots.valueStream().map(s -> Instant.parse(s.get("at").stringValue())).toList();
    assertThat(moments).isSorted();
    assertThat(slots.get(0).get("target").stringValue()).isEqualTo("handler");
    Instant first = Instant.parse(upcoming.at("/minutes/0/at").stringValue());
    Instant from = Instant.parse(upcoming.get("from").stringValue());
    assertThat(Duration.between(first, from)).isLessThan(Duration.ofMinutes(1));
    assertThat(upcoming.at("/minutes/0/count").intValue()).isZero();
    assertThat(upcoming.at("/minutes/1/count").intValue()).isPositive();
    assertThat(load(upcoming(api.organization("hour-other"), ""))).isZero();
  }

  private static ApiServer.Client anHour(String name) {
    ApiServer.Client org = api.organization(name);
    Runs.create(org, "{\"handler\":\"h\",\"name\":\"tens\",\"cron\":\"*/10 * * * *\"}");
    Runs.create(org, "{\"handler\":\"h\",\"name\":\"minutes\",\"cron\":\"* * * * *\"}");
    String paused = Runs.create(org, "{\"handler\":\"h\",\"cron\":\"* * * * *\"}");
    org.post("/api/v1/schedules/" + paused + "/pause", null);
    Runs.create(org, "{\"handler\":\"h\",\"run_at\":\"2099-01-01T00:00:00Z\"}");
    return org;
  }

  @Test
  void one_that_fires_every_second_is_cut_off_where_it_says() {
    ApiServer.Client org = api.organization("seconds");
    // From a minute ahead, so that none of its slots is behind us when we look.
    Instant start = Instant.now().plusSeconds(60);
    String each = "{\"handler\":\"h\",\"interval_seconds\":1,\"start_at\":\"%s\"}".formatted(start);
    for (int i = 0; i < 8; i++) {
      Runs.create(org, each);
    }
    JsonNode upcoming = upcoming(org, "");
    assertThat(load(upcoming)).isEqualTo(20_000);
    assertThat(upcoming.get("truncated").booleanValue()).isTrue();
    assertThat(upcoming.get("slots")).hasSize(200);
    assertThat(Instant.parse(upcoming.get("until").stringValue()))
        .isBetween(start.plusSeconds(2_490), start.plusSeconds(2_510));
  }

  @Test
  void more_schedules_than_are_looked_at_are_cut_off_too() {
    ApiServer.Client org = api.organization("crowd");
    StringBuilder set = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      set.append(i == 0 ? "" : ",")
          .append(
              "{\"name\":\"s%d\",\"handler\":\"h\",\"interval_seconds\":%d}".formatted(i, 600 + i));
    }
    for (int part = 0; part < 12; part++) {
      ApiServer.Reply applied =
          org.put(
              "/api/v1/schedules/apply",
              "{\"schedules\":[%s]}".formatted(set.toString().replace("\"s", "\"p" + part + "s")));
      assertThat(applied.status()).as(applied.body()).isEqualTo(200);
    }
    JsonNode upcoming = upcoming(org, "");
    assertThat(upcoming.get("truncated").booleanValue()).isTrue();
    assertThat(load(upcoming)).isBetween(9_000L, 20_000L);
    Instant until = Instant.parse(upcoming.get("until").stringValue());
    assertThat(until).isAfter(Instant.parse(upcoming.at("/slots/199/at").stringValue()));
  }

  @Test
  void times_that_cannot_be_are_refused_and_agents_too() {
    ApiServer.Client org = api.organization("refused");
    ApiServer.Reply none = org.get("/api/v1/upcoming?minutes=0");
    assertThat(none.code()).isEqualTo("query.invalid");
    assertThat(none.text("fix")).isEqualTo("Correct minutes, and send the request again.");
    assertThat(org.get("/api/v1/upcoming?minutes=1441").code()).isEqualTo("query.invalid");
    assertThat(org.token("agent:frank", "read").get("/api/v1/upcoming").code())
        .isEqualTo("agent.refused");
  }
}
