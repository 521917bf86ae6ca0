package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that no proper client sends: each is answered with a problem that says what to do. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HostileRequestTest {

  private static final String PATH = "/api/v1/schedules";
  private static final String BELLS = "\uD83D\uDD14".repeat(40);

  @RegisterExtension static final ApiServer api = new ApiServer();

  private final ApiServer.Client client = api.operator();

  /** All that comes back, read to its end. */
  private String raw(String firstLine, String headers, String body) throws IOException {
    URI server = URI.create(api.url());
    try (Socket socket = new Socket(server.getHost(), server.getPort())) {
      String request =
          "%s\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\n%s\r\n%s"
              .formatted(firstLine, client.token(), headers, body);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_percent_sign_that_says_nothing_is_refused_with_what_to_write_instead() throws IOException {
    for (String query : List.of("q=%", "q=%zz", "q=a%f", "limit=1&q=%G0")) {
      String reply = raw("GET %s?%s HTTP/1.1".formatted(PATH, query), "", "");
      assertThat(reply).as(query).startsWith("HTTP/1.1 400").contains("query.invalid", "%25");
    }
  }

  @Test
  void a_method_that_nobody_knows_is_a_problem_like_any_other() throws IOException {
    for (String method : List.of("FOO", "PROPFIND", "get", "OPTIONS", "TRACE", "QUERY")) {
      String reply = raw(method + " " + PATH + " HTTP/1.1", "Content-Length: 0\r\n", "");
      assertThat(reply)
          .as(method)
          .startsWith("HTTP/1.1 405")
          .contains("Allow: GET, POST", "application/problem+json", "method_not_allowed");
    }
    assertThat(raw("FOO /schedules HTTP/1.1", "", "")).startsWith("HTTP/1.1 405");
    assertThat(raw("FOO /api/v1/nothing HTTP/1.1", "", "")).startsWith("HTTP/1.1 404");
  }

  @Test
  void a_body_in_chunks_is_measured_as_it_comes() throws IOException {
    String chunk = "10000\r\n%s\r\n".formatted(" ".repeat(0x10000));
    String reply =
        raw(
            "POST " + PATH + " HTTP/1.1",
            "Transfer-Encoding: chunked\r\n",
            chunk.repeat(17) + "0\r\n\r\n");
    assertThat(reply).startsWith("HTTP/1.1 413").contains("body.too_large", "1 MiB");
  }

  @Test
  void numbers_beyond_all_bounds_are_refused_in_every_field() {
    for (String number : List.of("1e400", "1e2147483647", "-1e2147483647", "1e-2147483647")) {
      for (String field : List.of("interval_seconds", "timeout_seconds", "interval_ms")) {
        String body = "{\"handler\":\"h\",\"cron\":\"@daily\",\"%s\":%s}".formatted(field, number);
        ApiServer.Reply reply = client.post(PATH, body);
        assertThat(reply.status()).as(body + reply).isEqualTo(422);
      }
      ApiServer.Reply alone =
          client.post(PATH, "{\"handler\":\"h\",\"interval_seconds\":%s}".formatted(number));
      assertThat(alone.status()).as(number + alone).isEqualTo(422);
      assertThat(alone.json().at("/errors/0/field").asString()).isEqualTo("interval_seconds");
    }
  }

  @Test
  void what_is_cut_off_in_a_message_or_a_name_is_never_half_a_character() {
    for (int before = 0; before < 3; before++) {
      String text = "x".repeat(before) + BELLS;
      for (String body :
          List.of(
              "{\"%s\":1}".formatted(text),
              "{\"handler\":\"h\",\"interval_seconds\":\"%s\"}".formatted(text),
              "{\"handler\":\"h\",\"interval_seconds\":9,\"overlap\":\"%s\"}".formatted(text),
              "{\"handler\":\"h\",\"run_at\":\"%s\"}".formatted(text))) {
        ApiServer.Reply reply = client.post(PATH, body);
        assertThat(reply.status()).isEqualTo(422);
        assertWhole(reply.body());
      }
      ApiServer.Reply made =
          client.post(
              PATH,
              "{\"agent_id\":\"a\",\"payload_text\":\"%s\",\"interval_seconds\":3600}"
                  .formatted(text));
      assertThat(made.text("name")).doesNotContain("?").endsWith("\uD83D\uDD14…");
    }
  }

  private static void assertWhole(String body) {
    assertThat(body.replace("\uD83D\uDD14", ""))
        .doesNotContain("\\uD83D", "\\uDD14", "\\ud83d", "\\udd14", "\uFFFD");
  }

  @Test
  void every_refusal_of_a_request_without_a_field_says_what_to_do() {
    for (ApiServer.Reply reply :
        List.of(
            client.get("/api/v1/nothing"),
            client.get(PATH + "/0198aaaa-0000-7000-8000-000000000000"),
            client.get("/api/v1/runs/x"),
            client.get("/api/v1/runs?from=yesterday"),
            client.send("PUT", PATH, "{}"),
            client.post(PATH, "["),
            client.post(PATH, " ".repeat(2 << 20)))) {
      assertThat(reply.text("fix")).as(reply.toString()).isNotBlank();
    }
    assertThat(client.get("/api/v1/runs?from=yesterday").code()).isEqualTo("query.invalid");
  }

  @Test
  void a_query_parameter_that_a_call_does_not_know_keeps_it_from_being_carried_out() {
    ApiServer.Client org = api.organization("queries");
    String schedule = "{\"handler\":\"h\",\"interval_seconds\":3600,\"name\":\"stays\"}";
    String one = PATH + "/" + org.post(PATH, schedule).text("id");
    List<ApiServer.Reply> replies =
        List.of(
            org.post(PATH + "?dry_run=true", schedule),
            org.post(PATH + "?dry_run=true", schedule, "Idempotency-Key", "k"),
            org.put(PATH + "/apply?dry_run=true", "{\"schedules\":[],\"prune\":true}"),
            org.patch(one + "?zzz=1", "{\"name\":\"gone\"}"),
            org.post(one + "/pause?zzz=1", ""),
            org.delete(one + "?zzz=1"),
            org.get(one + "?zzz=1"),
            org.get("/api/v1/executors?zzz=1"),
            org.get("/api/v1/signing-secret?zzz=1"));
    assertThat(replies)
        .allSatisfy(reply -> {
          assertThat(reply.status()).isEqualTo(400);
          assertThat(reply.code()).isEqualTo("query.unknown");
        });
    assertThat(org.get(PATH + "?limit=5&").json().get("items")).hasSize(1);
    assertThat(org.get(one).text("name")).isEqualTo("stays");
    assertThat(org.get(one).text("status")).isEqualTo("active");
  }

  @Test
  void a_cursor_of_another_list_or_of_less_than_itself_is_refused() {
    ApiServer.Client org = api.organization("cursors");
    for (String name : List.of("a", "b", "c")) {
      org.put("/api/v1/workflows/" + name, "{\"triggers\":[]}");
      org.put("/api/v1/agents/" + name, "{}");
      org.post(
          PATH, "{\"handler\":\"h\",\"interval_seconds\":3600,\"name\":\"%s\"}".formatted(name));
    }
    String workflows = org.get("/api/v1/workflows?limit=1").text("next_cursor");
    String byName = org.get(PATH + "?sort=name&limit=1").text("next_cursor");
    assertThat(org.get("/api/v1/workflows?limit=1&cursor=" + workflows).json().get("items"))
        .hasSize(1);
    for (String list :
        List.of(
            "/api/v1/workflows?cursor=zzz",
            "/api/v1/workflows?cursor=" + byName,
            "/api/v1/workflows?cursor=" + workflows.substring(1),
            "/api/v1/agents?cursor=" + workflows,
            PATH + "?sort=name&cursor=" + byName.substring(0, byName.length() - 4))) {
      assertThat(org.get(list).code()).as(list).isEqualTo("cursor.invalid");
    }
    assertThat(api.operator().get("/api/v1/orgs?cursor=" + workflows).code())
        .isEqualTo("cursor.invalid");
  }

  @Test
  void load_balancers_ask_with_head() throws IOException {
    for (String path : List.of("/healthz", "/readyz")) {
      assertThat(raw("HEAD " + path + " HTTP/1.1", "", "")).startsWith("HTTP/1.1 200");
      assertThat(raw("POST " + path + " HTTP/1.1", "Content-Length: 0\r\n", ""))
          .startsWith("HTTP/1.1 405")
          .contains("Allow: GET");
    }
  }
}
