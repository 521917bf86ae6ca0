package dev.carillon.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page as the server hands it out. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PageFilesTest {

  private static final Path BUILT = Path.of("src/main/resources/dev/carillon/server/page");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static HttpResponse<byte[]> ask(String method, String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(api.url() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  private static void assertGuarded(HttpResponse<?> response) {
    assertThat(header(response, "Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none';"
                + " frame-ancestors 'none'");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(response, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(response, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
  }

  @Test
  void while_the_server_starts_the_page_is_there_already_and_waits_by_itself() throws Exception {
    try (Web starting = Web.open(0, () -> Map.of("engine", "it is starting"))) {
      HttpRequest page = HttpRequest.newBuilder(URI.create(starting.url() + "/schedules")).build();
      HttpResponse<String> seen = HTTP.send(page, HttpResponse.BodyHandlers.ofString());
      assertThat(seen.statusCode()).isEqualTo(200);
      assertThat(seen.body()).isEqualTo(Files.readString(BUILT.resolve("index.html")));
      assertGuarded(seen);
      URI list = URI.create(starting.url() + "/api/v1/schedules");
      HttpResponse<String> asked =
          HTTP.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString());
      assertThat(asked.statusCode()).isEqualTo(503);
      assertThat(asked.body()).contains("server.starting");
    }
  }

  @Test
  void every_address_of_a_view_answers_with_the_document() throws Exception {
    String index = Files.readString(BUILT.resolve("index.html"));
    for (String path :
        List.of(
            "/",
            "/signin",
            "/schedules",
            "/schedules/0198aaaa-0000-7000-8000-000000000000/edit",
            "/runs?status=error",
            "/workflows/wf-1",
            "/agents/frank",
            "/rooms/x",
            "/grants",
            "/settings/tokens",
            "/imports",
            "/nodes",
            "/next",
            "/app/anything")) {
      HttpResponse<byte[]> response = ask("GET", path);
      assertThat(response.statusCode()).as(path).isEqualTo(200);
      assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(index);
      assertThat(header(response, "Content-Type")).isEqualTo("text/html;charset=utf-8");
      assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
      assertGuarded(response);
    }
  }

  @Test
  void the_document_is_sent_again_only_when_it_has_changed() throws Exception {
    String etag = header(ask("GET", "/"), "ETag");
    assertThat(etag).matches("\"[0-9a-f]{24}\"");
    HttpResponse<byte[]> again = ask("GET", "/schedules", "If-None-Match", etag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertGuarded(again);
    assertThat(ask("GET", "/", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    HttpResponse<byte[]> head = ask("HEAD", "/");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void whoever_takes_gzip_gets_it_once() throws Exception {
    HttpResponse<byte[]> zipped = ask("GET", "/", "Accept-Encoding", "gzip, br");
    assertThat(header(zipped, "Content-Encoding")).isEqualTo("gzip");
    assertThat(header(zipped, "Vary")).contains("Accept-Encoding");
    assertThat(header(zipped, "ETag")).endsWith("-gz\"");
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(Files.readAllBytes(BUILT.resolve("index.html")));
    }
  }

  @Test
  void files_with_hashed_names_are_kept_for_ever() throws Exception {
    Path assets = BUILT.resolve("assets");
    List<Path> files = List.of();
    if (Files.exists(assets)) {
      try (Stream<Path> found = Files.list(assets)) {
        files = found.toList();
      }
    }
    for (Path file : files) {
      HttpResponse<byte[]> response = ask("GET", "/assets/" + file.getFileName());
      assertThat(response.statusCode()).as(file.toString()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(Files.readAllBytes(file));
      assertThat(header(response, "Cache-Control"))
          .isEqualTo("public, max-age=31536000, immutable");
      assertGuarded(response);
    }
    HttpResponse<byte[]> missing = ask("GET", "/assets/gone-0000.js");
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(header(missing, "Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void a_mistyped_address_shows_people_the_page_and_programs_a_problem() throws Exception {
    String index = Files.readString(BUILT.resolve("index.html"));
    for (String path : List.of("/schedulez", "/schedulez/", "/favorites/1", "/index.php")) {
      HttpResponse<byte[]> person =
          ask("GET", path, "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
      assertThat(person.statusCode()).as(path).isEqualTo(404);
      assertThat(new String(person.body(), StandardCharsets.UTF_8)).as(path).isEqualTo(index);
      assertThat(header(person, "Cache-Control")).isEqualTo("no-store");
      assertThat(header(person, "ETag")).isNull();
      assertGuarded(person);
      HttpResponse<byte[]> program = ask("GET", path, "Accept", "*/*");
      assertThat(program.statusCode()).as(path).isEqualTo(404);
      assertThat(header(program, "Content-Type")).contains("application/problem+json");
    }
    for (String path : List.of("/api/v1/nothing", "/api", "/assets/gone-0000.js", "/mcp/x")) {
      HttpResponse<byte[]> response = ask("GET", path, "Accept", "text/html");
      assertThat(response.statusCode()).as(path).isEqualTo(404);
      assertThat(header(response, "Content-Type")).as(path).contains("application/problem+json");
    }
    assertThat(ask("POST", "/schedulez", "Accept", "text/html").statusCode()).isEqualTo(404);
  }

  @Test
  void nothing_else_is_found_through_the_page() throws Exception {
    for (String path :
        List.of(
            "/api/v1/nothing",
            "/api",
            "/assets",
            "/assets/",
            "/assets/../version.txt",
            "/assets/%2e%2e/version.txt",
            "/version.txt",
            "/migrations/S001__create_access.sql",
            "/page/index.html",
            "/.index.html",
            "/index.html%00.js",
            "/schedulesx",
            "//schedules")) {
      HttpResponse<byte[]> response = ask("GET", path);
      assertThat(response.statusCode()).as(path).isIn(400, 404);
      assertThat(header(response, "Content-Type")).as(path).contains("application/problem+json");
      assertThat(new String(ask("GET", path, "Accept", "text/html").body(), StandardCharsets.UTF_8))
          .as(path + " for a browser")
          .doesNotContain("create table", "0.1.0");
    }
    HttpResponse<byte[]> post = ask("POST", "/schedules");
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(header(post, "Allow")).isEqualTo("GET");
    assertThat(ask("GET", "/docs").statusCode()).isEqualTo(200);
  }
}
