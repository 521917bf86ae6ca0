package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is refused at the door, and how. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StrictJsonTest {

  private static final String PATH = "/api/v1/schedules";

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static ApiServer.Reply post(String body) {
    return api.operator().post(PATH, body);
  }

  @Test
  void a_key_that_stands_twice_is_refused() {
    ApiServer.Reply reply = post("{\"name\":\"a\",\"name\":\"b\"}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("body.duplicate_key");
    assertThat(reply.json().at("/errors/0/path").asString()).isEqualTo("$.name");
  }

  @Test
  void what_is_no_JSON_is_refused_with_its_place() {
    ApiServer.Reply reply = post("{\"name\": nope}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("body.not_json");
    assertThat(reply.text("detail")).contains("line 1, column");
    for (String body : List.of("", "[]", "\"x\"", "1", "null", "{} {}", "{\"a\":1", "\u0000")) {
      assertThat(post(body).status()).as(body).isEqualTo(400);
    }
  }

  @Test
  void nesting_beyond_64_levels_is_refused() {
    String body = "{\"payload\":" + "[".repeat(70) + "]".repeat(70) + "}";
    ApiServer.Reply reply = post(body);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("body.too_deep");
  }

  @Test
  void a_body_over_a_mebibyte_is_refused() {
    ApiServer.Reply reply = post("{\"name\":\"" + "x".repeat(1024 * 1024) + "\"}");
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.code()).isEqualTo("body.too_large");
  }

  @Test
  void a_payload_over_256_KiB_is_refused() {
    ApiServer.Reply reply =
        post(
            "{\"handler\":\"h\",\"interval_seconds\":60,\"payload\":\""
                + "x".repeat(256 * 1024)
                + "\"}");
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.code()).isEqualTo("payload.too_large");
  }

  @Test
  void an_unknown_query_parameter_is_refused_with_a_suggestion() {
    ApiServer.Reply reply = api.operator().get(PATH + "?statsu=active");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("query.unknown");
    assertThat(reply.text("fix")).isEqualTo("Did you mean status?");
  }

  @Test
  void half_a_character_is_refused_before_it_reaches_the_database() {
    ApiServer.Reply name = post("{\"handler\":\"h\",\"interval_seconds\":9,\"name\":\"\\ud800\"}");
    assertThat(name.status()).isEqualTo(422);
    ApiServer.Reply payload =
        post("{\"handler\":\"h\",\"interval_seconds\":9,\"payload\":{\"a\":\"\\ud800\"}}");
    assertThat(payload.status()).isEqualTo(422);
  }

  @Test
  void an_address_that_is_none_and_a_method_that_is_not_for_it_are_told_apart() {
    assertThat(api.operator().get("/api/v1/nothing").code()).isEqualTo("not_found");
    ApiServer.Reply reply = api.operator().send("PUT", PATH, "{}");
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.header("Allow")).isEqualTo("GET, POST");
  }
}
