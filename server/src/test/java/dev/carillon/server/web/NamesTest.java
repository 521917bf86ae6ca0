package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids and names of everything that people name, asked for over HTTP. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NamesTest {

  @RegisterExtension static final ApiServer API = new ApiServer();

  private final ApiServer.Client client = API.operator();

  /** A place for a name, and how to send one there. */
  private record Place(String path, Function<String, ApiServer.Reply> send) {}

  private Place post(String field, String path, String body) {
    return new Place("$." + field, name -> client.post(path, body.formatted(Json.text(name))));
  }

  private Place schedule(String field, String others) {
    return post(
        field,
        "/api/v1/schedules",
        "{\"%s\":%%s,\"cron\":\"0 9 29 2 *\"%s}".formatted(field, others));
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private List<Place> places() {
    return List.of(
        schedule("name", ",\"workflow_id\":\"w\""),
        schedule("workflow_id", ""),
        schedule("trigger_node_id", ",\"workflow_id\":\"w\""),
        schedule("graph_id", ""),
        schedule("agent_id", ",\"payload_text\":\"hello\""),
        schedule("handler", ""),
        new Place(
            "$.triggers[0].id",
            name ->
                client.put(
                    "/api/v1/workflows/named",
                    "{\"triggers\":[{\"id\":%s,\"type\":\"webhook\"}]}"
                        .formatted(Json.text(name)))),
        new Place(
            "$.name",
            name ->
                client.put("/api/v1/workflows/named", "{\"name\":%s}".formatted(Json.text(name)))),
        new Place("id", name -> client.put("/api/v1/workflows/" + encoded(name), "{}")),
        new Place("id", name -> client.put("/api/v1/agents/" + encoded(name), "{}")),
        new Place(
            "$.name",
            name -> client.put("/api/v1/agents/a", "{\"name\":%s}".formatted(Json.text(name)))),
        post("name", "/api/v1/rooms", "{\"name\":%s}"),
        post("name", "/api/v1/tokens", "{\"name\":%s,\"scopes\":[\"read\"]}"),
        post("user_id", "/api/v1/grants", "{\"user_id\":%s,\"billing_account_id\":\"b\"}"),
        post("billing_account_id", "/api/v1/grants", "{\"billing_account_id\":%s}"),
        new Place(
            "$.principal",
            name ->
                client.post(
                    "/api/v1/tokens",
                    "{\"principal\":%s,\"scopes\":[\"read\"]}"
                        .formatted(Json.text("user:" + name)))));
  }

  @Test
  void a_control_character_is_refused_and_told_with_its_position() {
    for (Place place : places()) {
      for (char control : "\n\t\u001b\u007f\u0085\u202a\u202e\u2066\u2069".toCharArray()) {
        ApiServer.Reply reply = place.send().apply("ü😀" + control + "x");
        assertThat(reply.status()).as(place.path() + " " + reply).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("field.invalid");
        assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo(place.path());
        int position = place.path().equals("$.principal") ? 8 : 3;
        assertThat(reply.text("detail"))
            .contains("U+%04X at position %d".formatted((int) control, position));
        assertThat(reply.json().at("/errors/0/column").asInt()).isEqualTo(position);
      }
    }
  }

  @Test
  void ordinary_names_in_any_script_pass() {
    for (Place place : places()) {
      for (String name : List.of("Zürich, 9 Uhr", "日本語", "שלום", "👩‍🚀 Ada", "a b")) {
        ApiServer.Reply reply = place.send().apply(name);
        assertThat(reply.status()).as(place.path() + " " + reply).isBetween(200, 201);
      }
    }
  }

  @Test
  void descriptions_and_payloads_keep_their_lines() {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules",
            """
            {"name":"lines","workflow_id":"w","cron":"0 9 29 2 *","description":"a\\nb\\tc",
             "payload":{"text":"a\\nb"}}
            """);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.text("description")).isEqualTo("a\nb\tc");
    assertThat(reply.json().at("/payload/text").asString()).isEqualTo("a\nb");
  }

  @Test
  void a_name_that_is_made_of_a_text_has_spaces_in_their_place() {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules",
            """
            {"agent_id":"a","payload_text":"one\\ttwo\\nthree","cron":"0 9 29 2 *"}
            """);
    assertThat(reply.text("name")).isEqualTo("one two");
    assertThat(reply.text("payload_text")).isEqualTo("one\ttwo\nthree");
    ApiServer.Reply edited =
        client.patch("/api/v1/schedules/" + reply.text("id"), "{\"max_retries\":2}");
    assertThat(edited.status()).isEqualTo(200);
  }
}
