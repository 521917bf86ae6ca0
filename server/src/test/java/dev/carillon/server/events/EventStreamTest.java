package dev.carillon.server.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.ApiServer.Client;
import dev.carillon.server.events.Listener.Message;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The live stream, over real HTTP, on one server and on two. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EventStreamTest {

  @RegisterExtension
  static final ApiServer API =
      new ApiServer(engine ->
          engine
              .handler("good", _ -> {})
              .handler(
                  "bad",
                  _ -> {
                    throw new IllegalStateException("no luck");
                  }));

  private static String create(Client client, String name, String handler) {
    ApiServer.Reply reply =
        client.post(
            "/api/v1/schedules",
            """
            {"name":"%s","interval_seconds":86400,"handler":"%s","max_retries":0}
            """
                .formatted(name, handler));
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
    return reply.text("id");
  }

  private static Listener listen(Client client) throws Exception {
    return listen(client, "", null);
  }

  private static Listener listen(Client client, String query, String lastId) throws Exception {
    return new Listener(API.url(), client.token(), query, lastId);
  }

  @Test
  void every_change_of_a_schedule_is_an_event_with_its_name_and_status() throws Exception {
    Client ada = API.organization("changes").token("user:ada", "admin");
    try (Listener listener = listen(ada)) {
      String id = create(ada, "report", "good");
      String path = "/api/v1/schedules/" + id;
      ada.post(path + "/pause", "{\"reason\":\"holidays\"}");
      ada.post(path + "/resume", "");
      ada.patch(path, "{\"name\":\"weekly report\"}");
      ada.post(path + "/stop", "");
      ada.delete(path);

      List<Message> messages = listener.next(6);
      assertThat(messages)
          .extracting(Message::type)
          .containsExactly(
              "schedule.created",
              "schedule.paused",
              "schedule.resumed",
              "schedule.updated",
              "schedule.stopped",
              "schedule.deleted");
      assertThat(messages.get(1).data().get("data").get("status").asString()).isEqualTo("paused");
      assertThat(messages.get(3).schedule()).isEqualTo("weekly report");
      assertThat(messages)
          .allSatisfy(m -> assertThat(m.data().get("id").asString()).isEqualTo(m.id()));
    }
  }

  @Test
  void runs_are_events_and_successes_are_recorded_only_while_somebody_listens() throws Exception {
    Client ada = API.organization("runs").token("user:ada", "admin");
    String good = create(ada, "good one", "good");
    String bad = create(ada, "bad one", "bad");
    ada.post("/api/v1/schedules/" + good + "/run", "");
    ada.post("/api/v1/schedules/" + bad + "/run", "");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> types(ada).contains("run.failed") && succeeded(ada, good) == 1);
    assertThat(types(ada)).doesNotContain("run.succeeded");

    try (Listener listener = listen(ada)) {
      ada.post("/api/v1/schedules/" + good + "/run", "");
      Message success = listener.next("run.succeeded");
      assertThat(success.schedule()).isEqualTo("good one");
      ada.post("/api/v1/schedules/" + bad + "/run", "");
      Message failure = listener.next("run.failed");
      assertThat(failure.data().get("data").get("error").get("message").asString())
          .isEqualTo("no luck");
    }
  }

  private static List<String> types(Client client) {
    List<String> types = new ArrayList<>();
    client
        .get("/api/v1/events?limit=200")
        .json()
        .get("items")
        .forEach(item -> types.add(item.get("type").asString()));
    return types;
  }

  private static int succeeded(Client client, String schedule) {
    return client.get("/api/v1/schedules/" + schedule).json().get("run_count").asInt();
  }

  @Test
  void a_change_on_one_server_reaches_a_listener_on_another() throws Exception {
    Client ada = API.organization("two").token("user:ada", "admin");
    try (ApiServer.Another second = API.another();
        Listener near = listen(ada);
        Listener far = new Listener(second.url(), ada.token(), "", null)) {
      List<List<Long>> rounds = new ArrayList<>();
      // A machine that is busy with something else gets more tries at the figure, and none at the
      // rest.
      do {
        rounds.add(millisUntilHeard(ada, near, far));
      } while (median(rounds.getLast()) >= 200 && rounds.size() < 15);
      System.out.println("Milliseconds from a change to both servers' listeners: " + rounds);
      assertThat(median(rounds.getLast()))
          .as("half of the changes are heard within so many milliseconds: %s", rounds)
          .isLessThan(200);
    }
  }

  /** From before each of 20 changes is asked for until both have heard of it, in order. */
  private static List<Long> millisUntilHeard(Client client, Listener near, Listener far)
      throws InterruptedException {
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long before = System.nanoTime();
      create(client, "far " + i, "good");
      assertThat(near.next("schedule.created").schedule()).isEqualTo("far " + i);
      assertThat(far.next("schedule.created").schedule()).isEqualTo("far " + i);
      millis.add((System.nanoTime() - before) / 1_000_000);
    }
    millis.sort(null);
    return millis;
  }

  private static long median(List<Long> sorted) {
    return sorted.get(sorted.size() / 2);
  }

  @Test
  void a_stream_resumes_exactly_where_it_was() throws Exception {
    Client ada = API.organization("resume").token("user:ada", "admin");
    String lastId;
    try (Listener listener = listen(ada)) {
      create(ada, "first", "good");
      create(ada, "second", "good");
      lastId = listener.next().id();
      assertThat(listener.next().schedule()).isEqualTo("second");
    }
    IntStream.range(0, 5).forEach(i -> create(ada, "missed " + i, "good"));
    try (Listener listener = listen(ada, "", lastId)) {
      assertThat(listener.next(6))
          .extracting(Message::schedule)
          .containsExactly("second", "missed 0", "missed 1", "missed 2", "missed 3", "missed 4");
      create(ada, "live again", "good");
      assertThat(listener.next().schedule()).isEqualTo("live again");
      assertThat(listener.rest()).isEmpty();
    }
  }

  @Test
  void one_that_comes_and_goes_sees_every_event_of_many_writers_once() throws Exception {
    Client ada = API.organization("many").token("user:ada", "admin");
    int writers = 4;
    int each = 50;
    List<String> seen = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(writers)) {
      String lastId;
      try (Listener listener = listen(ada)) {
        lastId = listener.lastId();
      }
      List<Future<?>> work = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        work.add(
            pool.submit(() ->
                IntStream.range(0, each).forEach(i -> create(ada, number + "/" + i, "good"))));
      }
      while (seen.size() < writers * each) {
        try (Listener listener = listen(ada, "", lastId)) {
          for (Message message : listener.next(Math.min(7, writers * each - seen.size()))) {
            assertThat(message.type()).isEqualTo("schedule.created");
            seen.add(message.schedule());
            lastId = message.id();
          }
        }
      }
      for (Future<?> one : work) {
        one.get();
      }
      assertThat(seen).doesNotHaveDuplicates().hasSize(writers * each);
    }
  }

  @Test
  void organizations_and_agents_hear_of_their_own_only() throws Exception {
    Client one = API.organization("one").token("user:ada", "admin");
    Client other = API.organization("other").token("user:eve", "admin");
    Client agent = one.token("agent:frank", "write", "run");
    try (Listener mine = listen(one);
        Listener theirs = listen(other);
        Listener agents = listen(agent)) {
      create(one, "of ada", "good");
      create(agent, "of frank", "good");
      create(other, "of eve", "good");

      assertThat(mine.next(2)).extracting(Message::schedule).containsExactly("of ada", "of frank");
      assertThat(theirs.next().schedule()).isEqualTo("of eve");
      assertThat(agents.next().schedule()).isEqualTo("of frank");
      assertThat(mine.rest()).isEmpty();
      assertThat(theirs.rest()).isEmpty();
      assertThat(agents.rest()).isEmpty();
    }
  }

  @Test
  void types_and_a_schedule_can_be_asked_for() throws Exception {
    Client ada = API.organization("filters").token("user:ada", "admin");
    String id = create(ada, "wanted", "good");
    String another = create(ada, "unwanted", "good");
    try (Listener listener =
        listen(ada, "?types=schedule.paused,schedule.resumed&schedule_id=" + id, null)) {
      ada.post("/api/v1/schedules/" + another + "/pause", "");
      ada.patch("/api/v1/schedules/" + id, "{\"description\":\"x\"}");
      ada.post("/api/v1/schedules/" + id + "/pause", "");
      assertThat(listener.next().type()).isEqualTo("schedule.paused");
      assertThat(listener.rest()).isEmpty();
    }
    ApiServer.Reply refused = ada.get("/api/v1/events?types=schedule.pausd");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("schedule.paused");
    assertThat(
            ada.send("GET", "/api/v1/events", null, "Accept", "*/*", "Last-Event-ID", "x").code())
        .isEqualTo("event.id_invalid");
  }

  @Test
  void one_who_was_away_too_long_is_told_so() throws Exception {
    Client ada = API.organization("away").token("user:ada", "admin");
    create(ada, "x", "good");
    try (Listener listener = listen(ada, "", "1-1")) {
      // Nobody had listened to this organization before.
      assertThat(listener.next().type()).isEqualTo("reset");
      create(ada, "y", "good");
      assertThat(listener.next().schedule()).isEqualTo("y");
    }
    try (Listener listener = listen(ada, "?types=schedule.created", "1-1")) {
      assertThat(listener.next(2)).extracting(Message::schedule).containsExactly("x", "y");
    }
    try (Listener listener = listen(ada, "", "999999999999-1")) {
      assertThat(listener.next().type()).isEqualTo("reset");
    }
  }

  @Test
  void a_reader_that_does_not_read_is_cut_off() throws Exception {
    Client ada = API.organization("slow").token("user:ada", "admin");
    int org = ada.get("/api/v1/events").status() == 200 ? organization("slow") : 0;
    URI url = URI.create(API.url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      socket.setReceiveBufferSize(4_096);
      socket
          .getOutputStream()
          .write(
              ("GET /api/v1/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n"
                      + "Authorization: Bearer "
                      + ada.token()
                      + "\r\n\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      await().atMost(Duration.ofSeconds(90)).until(() -> metric("carillon_event_streams") >= 1);
      double before = metric("carillon_event_streams_cut_off_total");
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .until(() -> {
            API.execute(
                """
                insert into carillon.events (xid, at, org_id, type, data)
                select pg_current_xact_id()::text::bigint, now(), %d, 'schedule.created',
                       json_build_object('x', repeat('x', 2000))
                from generate_series(1, 5000)
                """
                    .formatted(org));
            return metric("carillon_event_streams_cut_off_total") > before;
          });
    }
  }

  private static int organization(String name) {
    return API.query(
            "select id from carillon.organizations where name = '%s'".formatted(name),
            row -> row.getInt(1))
        .getFirst();
  }

  private static double metric(String name) {
    return API.anonymous()
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }
}
