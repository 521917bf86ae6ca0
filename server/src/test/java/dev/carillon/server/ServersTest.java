package dev.carillon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three real servers on one PostgreSQL of their operator's own, and one of them killed at work. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ServersTest {

  private static final int SCHEDULES = 30;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir Path temporary;

  /** The keys of all attempts that arrived. */
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  private HttpServer receiver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          JsonNode event =
              Json.stored(
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          arrived.add(event.get("key").asString());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private ServerProcess serve(String name, String url) throws IOException {
    ServerProcess server =
        ServerProcess.run(
            temporary,
            Map.of("CARILLON_DB_URL", url, "CARILLON_LEASE", "4s"),
            "serve",
            "--data",
            temporary.resolve(name).toString(),
            "--port=0",
            "--allow-private-targets");
    server.awaitReady();
    return server;
  }

  @Test
  void one_of_three_is_killed_at_work_and_every_slot_has_its_answer() throws Exception {
    HttpServer receiver = receiver();
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(temporary.resolve("database"))) {
      String url =
          "%s?user=%s&password=%s"
              .formatted(postgres.jdbcUrl(), postgres.user(), postgres.password());
      try (ServerProcess first = serve("one", url);
          ServerProcess second = serve("two", url);
          ServerProcess third = serve("three", url)) {
        createSchedules(first, receiver.getAddress().getPort());
        awaitShared(first);
        await().atMost(PATIENCE).until(() -> arrived.size() > 5 * SCHEDULES);

        third.kill();

        int before = arrived.size();
        await().atMost(PATIENCE).until(() -> arrived.size() > before + 12 * SCHEDULES);
        await().atMost(PATIENCE).until(() -> shards(first) + shards(second) == 64);
        assertThat(first.stop()).as(first.log()).isZero();
        assertThat(second.stop()).as(second.log()).isZero();
      }
      assertThat(arrived).as("one start per slot and attempt").doesNotHaveDuplicates();
      assertThat(rows(url, UNANSWERED)).as("slots without a run or a reason").isEmpty();
      assertThat(rows(url, "select count(distinct schedule_id) from carillon.runs"))
          .containsExactly("" + SCHEDULES);
    } finally {
      receiver.stop(0);
    }
  }

  /**
   * Every second from a schedule's first slot to its last has a row, or lies in a skipped window.
   */
  private static final String UNANSWERED =
      """
      select s.schedule_id || ' ' || g.slot
      from (select schedule_id, min(slot_at) as first, max(slot_at) as last
            from carillon.runs group by schedule_id) s
      cross join lateral generate_series(s.first, s.last, interval '1 second') as g (slot)
      where not exists (
        select from carillon.runs r
        where r.schedule_id = s.schedule_id
          and g.slot between r.slot_at and coalesce(r.skipped_until, r.slot_at))
        and not exists (
          select from carillon.open_runs o where o.schedule_id = s.schedule_id and o.slot_at = g.slot)
      """;

  private void createSchedules(ServerProcess server, int port) throws Exception {
    String token = Files.readString(temporary.resolve("one/operator.token")).strip();
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (int i = 0; i < SCHEDULES; i++) {
        String body =
            "{\"name\":\"s%d\",\"interval_seconds\":1,\"url\":\"http://127.0.0.1:%d/\"}"
                .formatted(i, port);
        HttpResponse<String> response =
            http.send(
                HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:%d/api/v1/schedules".formatted(server.port())))
                    .header("Authorization", "Bearer " + token)
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
      }
    }
  }

  private static void awaitShared(ServerProcess server) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(shards(server)).isBetween(1, 32));
  }

  private static int shards(ServerProcess server) throws IOException, InterruptedException {
    return server
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith("carillon_shards "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring("carillon_shards ".length())))
        .findFirst()
        .orElse(-1);
  }

  private static List<String> rows(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (found.next()) {
        rows.add(found.getString(1));
      }
      return rows;
    }
  }
}
