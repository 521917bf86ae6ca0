package dev.carillon.server.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.Browser;
import dev.carillon.server.target.Runs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Messages that runs put into rooms, and agents that read them. */
class RoomTest {

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final ApiServer.Client client = api.operator();

  private static String schedule(ApiServer.Client who, String agent, String more) {
    return Runs.create(who, body(agent, more));
  }

  private static String body(String agent, String more) {
    return """
    {"name":"Email Check","agent_id":"%s","interval_ms":3600000,
     "payload_text":"Check for new important emails"%s}
    """
        .formatted(agent, more);
  }

  /** Past the check of who names a room, as when the room went away later. */
  private static void enter(String schedule, String room) {
    api.execute(
        "update carillon.schedules set room_id = '%s' where id = '%s'".formatted(room, schedule));
  }

  private JsonNode messages(ApiServer.Client who, String room, String query) {
    return who.get("/api/v1/rooms/" + room + "/messages" + query).json().get("items");
  }

  private String room(ApiServer.Client who, String body) {
    ApiServer.Reply made = who.post("/api/v1/rooms", body);
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
    return made.text("id");
  }

  @Test
  void an_agent_may_have_as_long_an_id_as_a_schedule_may_name() {
    String longest = "a".repeat(255);
    assertThat(client.put("/api/v1/agents/" + longest, "{}").status()).isEqualTo(200);
    schedule(client, longest, "");
    ApiServer.Client agent = client.token("agent:" + longest, "read", "write");
    assertThat(agent.get("/api/v1/agents/" + longest).status()).isEqualTo(200);
    schedule(agent, longest, "");
    assertThat(client.put("/api/v1/agents/" + longest + "a", "{}").status()).isEqualTo(422);
    assertThat(client.post("/api/v1/schedules", body(longest + "a", "")).status()).isEqualTo(422);
  }

  @Test
  void a_message_is_for_an_agent_that_there_can_be() {
    String messages = "/api/v1/rooms/" + room(client, "{}") + "/messages";
    String body = "{\"text\":\"hello\",\"agent_id\":\"%s\"}";
    assertThat(client.post(messages, body.formatted("a".repeat(255))).status()).isEqualTo(201);
    for (String agent : List.of("a".repeat(256), " ", "a\\u202eb")) {
      ApiServer.Reply refused = client.post(messages, body.formatted(agent));
      assertThat(refused.status()).as(refused.body()).isEqualTo(422);
      assertThat(refused.json().at("/errors/0/path").asString()).isEqualTo("$.agent_id");
    }
  }

  @Test
  void a_run_puts_its_text_into_the_room_and_remembers_the_message() {
    String room = room(client, "{\"name\":\"ops\"}");
    String id =
        schedule(
            client,
            "frank",
            ",\"room_id\":\"%s\",\"payload_kind\":\"system_event\"".formatted(room));
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.get("status").asString()).isEqualTo("success");
    JsonNode message = messages(client, room, "").get(0);
    assertThat(message.get("id").asString()).isEqualTo(run.get("message_id").asString());
    assertThat(message.get("text").asString()).isEqualTo("Check for new important emails");
    assertThat(message.get("kind").asString()).isEqualTo("system_event");
    assertThat(message.get("agent_id").asString()).isEqualTo("frank");
    assertThat(message.get("run_id").asString()).isEqualTo(run.get("id").asString());
    JsonNode listed = client.get("/api/v1/schedules/" + id + "/runs").json().at("/items/0");
    assertThat(listed.get("message_id").asString()).isEqualTo(message.get("id").asString());
  }

  @Test
  void the_schedules_of_an_agent_go_with_it() {
    client.put("/api/v1/agents/gone", "{}");
    String spoken = schedule(client, "gone", "");
    ApiServer.Client itself = client.token("agent:gone", "read", "write");
    String owned = Runs.create(itself, "{\"workflow_id\":\"w\",\"interval_seconds\":3600}");
    String other = schedule(client, "stays", "");
    assertThat(client.delete("/api/v1/agents/gone").status()).isEqualTo(204);
    assertThat(client.get("/api/v1/schedules/" + spoken).status()).isEqualTo(404);
    assertThat(client.get("/api/v1/schedules/" + owned).status()).isEqualTo(404);
    assertThat(client.get("/api/v1/schedules/" + other).status()).isEqualTo(200);
    assertThat(client.delete("/api/v1/agents/gone").status()).isEqualTo(404);
  }

  @Test
  void the_tokens_of_an_agent_end_with_it_and_stay_ended() {
    client.put("/api/v1/agents/left", "{}");
    ApiServer.Client itself = client.token("agent:left", "read", "write");
    ApiServer.Client again = client.token("agent:left", "read");
    ApiServer.Client namesake = client.token("user:left", "read");
    ApiServer.Client elsewhere = api.organization("left-too").token("agent:left", "read");
    Browser browser = Browser.at(api.url());
    assertThat(browser.signIn(itself.token()).status()).isEqualTo(200);
    assertThat(client.delete("/api/v1/agents/left").status()).isEqualTo(204);
    assertThat(itself.get("/api/v1/schedules").code()).isEqualTo("token.invalid");
    assertThat(again.get("/api/v1/schedules").status()).isEqualTo(401);
    assertThat(browser.get("/api/v1/schedules").code()).isEqualTo("session.ended");
    assertThat(namesake.get("/api/v1/schedules").status()).isEqualTo(200);
    assertThat(elsewhere.get("/api/v1/schedules").status()).isEqualTo(200);
    // Another agent of that name is somebody else.
    client.put("/api/v1/agents/left", "{}");
    assertThat(itself.get("/api/v1/schedules").status()).isEqualTo(401);
    assertThat(client.token("agent:left", "read").get("/api/v1/schedules").status()).isEqualTo(200);
  }

  @Test
  void following_a_room_ends_with_the_token() throws Exception {
    String room = room(client, "{}");
    JsonNode token =
        client.post("/api/v1/tokens", "{\"principal\":\"user:x\",\"scopes\":[\"read\"]}").json();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/rooms/" + room + "/messages/live"))
            .header("Authorization", "Bearer " + token.get("token").asString())
            .build();
    try (HttpClient http = HttpClient.newHttpClient();
        InputStream live = http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
      client.delete("/api/v1/tokens/" + token.get("id").asString());
      // It ends, well before the web server would give up on a silent one.
      assertThat(new String(live.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(": following\n\n");
    }
  }

  @Test
  void a_schedule_without_a_room_gets_one_and_keeps_it() {
    String id = schedule(client, "frank", "");
    Runs.ended(client, Runs.trigger(client, id));
    Runs.ended(client, Runs.trigger(client, id));
    JsonNode rooms = client.get("/api/v1/rooms?schedule_id=" + id).json().get("items");
    assertThat(rooms.size()).isOne();
    assertThat(rooms.get(0).get("message_count").asInt()).isEqualTo(2);
    assertThat(rooms.get(0).get("agent_id").asString()).isEqualTo("frank");
  }

  @Test
  void a_room_that_does_not_exist_is_refused_when_it_is_named() {
    String none = ",\"room_id\":\"018f0000-0000-7000-8000-000000000000\"";
    ApiServer.Reply refused = client.post("/api/v1/schedules", body("frank", none));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().at("/errors/0/field").asString()).isEqualTo("room_id");
    String id = schedule(client, "frank", "");
    assertThat(client.patch("/api/v1/schedules/" + id, "{" + none.substring(1) + "}").status())
        .isEqualTo(422);
  }

  @Test
  void a_room_that_went_away_is_a_failure_that_says_so() {
    String id = schedule(client, "frank", "");
    enter(id, "018f0000-0000-7000-8000-000000000000");
    JsonNode run = Runs.ended(client, Runs.trigger(client, id));
    assertThat(run.at("/error/code").asString()).isEqualTo("no_room");
  }

  @Test
  void messages_are_read_after_a_cursor_and_after_a_message() {
    String room = room(client, "{}");
    for (int i = 1; i <= 5; i++) {
      client.post("/api/v1/rooms/" + room + "/messages", "{\"text\":\"m%d\"}".formatted(i));
    }
    JsonNode first = client.get("/api/v1/rooms/" + room + "/messages?limit=2").json();
    assertThat(first.at("/items/1/text").asString()).isEqualTo("m2");
    JsonNode second =
        client
            .get(
                "/api/v1/rooms/%s/messages?limit=2&cursor=%s"
                    .formatted(room, first.get("next_cursor").asString()))
            .json();
    assertThat(second.at("/items/0/text").asString()).isEqualTo("m3");
    String last = second.at("/items/1/id").asString();
    JsonNode rest = messages(client, room, "?after=" + last);
    assertThat(rest.size()).isOne();
    assertThat(rest.get(0).get("text").asString()).isEqualTo("m5");
    assertThat(messages(client, room, "?after=" + rest.get(0).get("id").asString()).size())
        .isZero();
  }

  @Test
  void the_newest_messages_are_read_without_those_before_them() {
    String room = room(client, "{}");
    for (int i = 1; i <= 5; i++) {
      client.post("/api/v1/rooms/" + room + "/messages", "{\"text\":\"m%d\"}".formatted(i));
    }
    JsonNode last = messages(client, room, "?last=2");
    assertThat(last.size()).isEqualTo(2);
    assertThat(last.get(0).get("text").asString()).isEqualTo("m4");
    assertThat(messages(client, room, "?last=99").size()).isEqualTo(5);
    JsonNode page = client.get("/api/v1/rooms/" + room + "/messages?last=4&limit=2").json();
    assertThat(page.at("/items/0/text").asString()).isEqualTo("m2");
    assertThat(messages(client, room, "?limit=2&cursor=" + page.get("next_cursor").asString()))
        .hasSize(2);
    String path = "/api/v1/rooms/%s/messages?last=".formatted(room);
    assertThat(client.get(path + "0").code()).isEqualTo("query.invalid");
    assertThat(client.get(path + "2&after=" + last.get(0).get("id").asString()).code())
        .isEqualTo("query.invalid");
  }

  @Test
  void an_agent_reads_the_rooms_where_it_is_spoken_to_and_no_others() {
    ApiServer.Client frank = client.token("agent:frank-2", "read", "write", "run");
    String secret = room(client, "{\"name\":\"board\"}");
    client.post("/api/v1/rooms/" + secret + "/messages", "{\"text\":\"layoffs\"}");
    assertThat(frank.get("/api/v1/rooms/" + secret).status()).isEqualTo(404);
    assertThat(frank.get("/api/v1/rooms/" + secret + "/messages").status()).isEqualTo(404);

    // Its own schedule must not open it the door either.
    String inside = ",\"room_id\":\"%s\"".formatted(secret);
    assertThat(frank.post("/api/v1/schedules", body("frank-2", inside)).status()).isEqualTo(422);
    String id = schedule(frank, "frank-2", "");
    enter(id, secret);
    JsonNode run = Runs.ended(frank, Runs.trigger(frank, id));
    assertThat(run.at("/error/code").asString()).isEqualTo("no_room");
    assertThat(frank.get("/api/v1/rooms/" + secret).status()).isEqualTo(404);

    String spoken = room(client, "{\"name\":\"desk\"}");
    String forFrank = schedule(client, "frank-2", ",\"room_id\":\"%s\"".formatted(spoken));
    Runs.ended(client, Runs.trigger(client, forFrank));
    assertThat(messages(frank, spoken, "").size()).isOne();
    ApiServer.Reply answered =
        frank.post("/api/v1/rooms/" + spoken + "/messages", "{\"text\":\"done\"}");
    assertThat(answered.status()).isEqualTo(201);
    assertThat(answered.text("sender")).isEqualTo("agent:frank-2");
    assertThat(frank.get("/api/v1/rooms").json().get("items").size()).isOne();
  }

  @Test
  void what_is_said_reaches_those_who_follow_the_room_live() throws Exception {
    String room = room(client, "{}");
    client.post("/api/v1/rooms/" + room + "/messages", "{\"text\":\"before\"}");
    String before = messages(client, room, "").get(0).get("id").asString();
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/rooms/" + room + "/messages/live"))
            .header("Authorization", "Bearer " + client.token())
            .build();
    try (HttpClient http = HttpClient.newHttpClient();
        InputStream live = http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
      Thread.ofVirtual().start(() -> read(live, lines));
      assertThat(lines.poll(90, TimeUnit.SECONDS)).isEqualTo(": following");
      String id = schedule(client, "frank", ",\"room_id\":\"%s\"".formatted(room));
      Runs.trigger(client, id);
      String data = null;
      while (data == null) {
        String line = lines.poll(90, TimeUnit.SECONDS);
        assertThat(line).as("an event comes").isNotNull();
        data = line.startsWith("data: ") ? line : null;
      }
      assertThat(data).contains("Check for new important emails");
      assertThat(before).isNotEmpty();
      http.shutdownNow();
    }
  }

  /** Until the stream is closed. */
  private static void read(InputStream live, BlockingQueue<String> lines) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(live, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("closed");
    }
  }

  @Test
  void agents_are_registered_listed_and_removed() {
    ApiServer.Reply made =
        client.put("/api/v1/agents/nova", "{\"name\":\"Nova\",\"description\":\"social\"}");
    assertThat(made.status()).isEqualTo(200);
    assertThat(client.get("/api/v1/agents/nova").text("description")).isEqualTo("social");
    ApiServer.Client max = client.token("agent:max", "read");
    assertThat(max.get("/api/v1/agents/nova").status()).isEqualTo(404);
    assertThat(client.delete("/api/v1/agents/nova").status()).isEqualTo(204);
    assertThat(client.get("/api/v1/agents/nova").code()).isEqualTo("agent.not_found");
  }

  @Test
  void a_neighbour_finds_nothing_of_ours() {
    String room = room(client, "{}");
    ApiServer.Client other = api.organization("room-neighbour");
    assertThat(other.get("/api/v1/rooms/" + room).status()).isEqualTo(404);
    assertThat(other.get("/api/v1/rooms/" + room + "/messages").status()).isEqualTo(404);
    assertThat(other.post("/api/v1/rooms/" + room + "/messages", "{\"text\":\"x\"}").status())
        .isEqualTo(404);
    assertThat(other.delete("/api/v1/rooms/" + room).status()).isEqualTo(404);
    assertThat(other.get("/api/v1/rooms").json().get("items").size()).isZero();
  }
}
