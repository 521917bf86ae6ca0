package dev.carillon.server.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.postgres.EmbeddedPostgres;
import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.events.Listener.Message;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Streams while the database is away: its connections are cut, and it takes no new ones. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class StreamOutageTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @RegisterExtension
  static final ApiServer api = new ApiServer(engine -> engine.handler("good", _ -> {}));

  private static String create(Client client, String name) {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules",
            "{\"name\":\"%s\",\"handler\":\"good\",\"interval_seconds\":86400}".formatted(name));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    return reply.text("id");
  }

  private static void database(boolean there) throws SQLException {
    EmbeddedPostgres postgres = api.postgres();
    String name = api.databaseUrl().replaceAll(".*/([^/?]*)\\?.*", "$1");
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute("alter database %s allow_connections %b".formatted(name, there));
      if (!there) {
        statement.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = '%s'"
                .formatted(name));
      }
    }
  }

  private static int readiness() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(api.url() + "/readyz")).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  @Test
  void a_stream_that_was_open_during_an_outage_tells_all_that_happened_before_and_after()
      throws Exception {
    Client ada = api.organization("outage").token("user:ada", "admin");
    try (Listener open = new Listener(api.url(), ada.token(), "", null)) {
      create(ada, "first");
      String lastId = open.next().id();
      create(ada, "just before");
      try {
        // Again until it is: a connection that was being made meanwhile is there only afterwards.
        await()
            .atMost(PATIENCE)
            .until(() -> {
              database(false);
              return readiness() == 503;
            });
        // Nobody is left with a stream that says nothing: a new one is refused.
        ApiServer.Reply refused =
            ada.send("GET", "/api/v1/events", null, "Accept", "*/*", "Last-Event-ID", lastId);
        assertThat(refused.status()).as(refused.toString()).isEqualTo(503);
        assertThat(refused.header("Retry-After")).isNotNull();
        assertThat(open.open()).as("an outage is no reason to doubt a token").isTrue();
      } finally {
        database(true);
      }
      await().atMost(PATIENCE).until(() -> readiness() == 200);
      List<String> all =
          IntStream.rangeClosed(0, 5).mapToObj(i -> i == 0 ? "just before" : "after " + i).toList();
      all.stream().skip(1).forEach(name -> create(ada, name));
      assertThat(open.next(6)).extracting(Message::schedule).containsExactlyElementsOf(all);
      try (Listener back = new Listener(api.url(), ada.token(), "", lastId)) {
        assertThat(back.next(6)).extracting(Message::schedule).containsExactlyElementsOf(all);
        // Successes are told as before.
        ada.post("/api/v1/schedules/" + create(ada, "run") + "/run", "");
        for (Listener listener : List.of(open, back)) {
          assertThat(listener.next("schedule.created").schedule()).isEqualTo("run");
          assertThat(listener.next("run.succeeded").schedule()).isEqualTo("run");
        }
        assertThat(open.rest()).isEmpty();
      }
    }
  }

  @Test
  void one_that_missed_successes_is_ended_and_told_so_when_it_comes_back() throws Exception {
    Client ada = api.organization("lapse").token("user:ada", "admin");
    String id = create(ada, "quiet");
    try (Listener all = new Listener(api.url(), ada.token(), "", null);
        Listener some = new Listener(api.url(), ada.token(), "?types=schedule.created", null)) {
      // As after an outage so long that nobody could say any more that successes are wanted.
      api.execute(
          "update carillon.event_listeners set until = now() - interval '1 minute' where org_id ="
              + " (select id from carillon.organizations where name = 'lapse')");
      ada.post("/api/v1/schedules/" + id + "/run", "");
      assertThat(all.ends(PATIENCE)).as("the one that wants successes").isTrue();
      try (Listener back = new Listener(api.url(), ada.token(), "", all.lastId())) {
        assertThat(back.next().type()).isEqualTo("reset");
        ada.post("/api/v1/schedules/" + id + "/run", "");
        assertThat(back.next("run.succeeded").schedule()).isEqualTo("quiet");
      }
      create(ada, "heard");
      assertThat(some.next().schedule()).isEqualTo("heard");
    }
  }
}
