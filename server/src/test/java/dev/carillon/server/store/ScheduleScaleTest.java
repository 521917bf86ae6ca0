package dev.carillon.server.store;

import static dev.carillon.server.store.ManySchedules.MANY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import dev.carillon.server.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * Lists of many schedules. {@code -Dtest.jvm.args=-Dcarillon.scale=1000000} measures them with a
 * million; by default there are fewer, and what is asserted is that no statement looks at more than
 * a part of them.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ScheduleScaleTest {

  private static final int ROUNDS = MANY < 1_000_000 ? 3 : 21;
  private static final String PATH = "/api/v1/schedules";

  /** The names that are looked at one by one. */
  private static final int PART = 5_000;

  /** The names of one bucket of the agenda that are sorted. */
  private static final int MOST_NAMES = 250_000;

  /** Requests for one page; a test with fewer schedules needs no more. */
  private static final int MOST_REQUESTS = 12;

  /** Looks that one request makes if it has the time; on a busy machine, as many make one each. */
  private static final int MOST_LOOKS = 4;

  /** Requests of twenty milliseconds that wait for one look, however busy the machine is. */
  private static final int MOST_WAITS = 3_000;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Those whose first page is a short one: what they find is far behind. */
  private static final Set<String> FAR =
      Set.of(
          "?q=invoice",
          "?q=invoice&status=paused",
          "?sort=name&order=desc&q=invoice",
          "?sort=next_run_at&workflow_id=far",
          "?sort=next_run_at&q=t+f0",
          "?sort=last_run_at&order=desc&q=t+f0",
          "?sort=last_run_at&order=desc&workflow_id=old");

  /** What is asked, and how many it finds at least. */
  private static final Map<String, Integer> QUERIES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("", 50),
              Map.entry("?limit=200", 200),
              Map.entry("?status=active", 50),
              Map.entry("?status=dead", 1),
              Map.entry("?enabled=false", 50),
              Map.entry("?target=http", 50),
              Map.entry("?target=graph", 1),
              Map.entry("?target=http&status=paused", 50),
              Map.entry("?target=graph&status=paused", 0),
              Map.entry("?workflow_id=w6", 50),
              Map.entry("?workflow_id=nobody", 0),
              Map.entry("?agent_id=a7", 50),
              Map.entry("?agent_id=nobody", 0),
              Map.entry("?q=needle", 1),
              Map.entry("?q=report", 50),
              Map.entry("?q=nothing-like-it", 0),
              Map.entry("?q=zq", 0),
              Map.entry("?q=qz", 1),
              Map.entry("?q=%25", 1),
              Map.entry("?q=invoice", 50),
              Map.entry("?q=invoice&status=paused", 50),
              Map.entry("?q=needle&status=active", 1),
              Map.entry("?q=invoice&status=dead", 1),
              Map.entry("?q=report&target=graph", 1),
              Map.entry("?sort=name", 50),
              Map.entry("?sort=name&order=desc", 50),
              Map.entry("?sort=name&q=needle", 1),
              Map.entry("?sort=name&order=desc&status=paused", 50),
              Map.entry("?sort=status", 50),
              Map.entry("?sort=status&order=desc", 50),
              Map.entry("?sort=status&q=needle", 1),
              Map.entry("?sort=next_run_at", 50),
              Map.entry("?sort=next_run_at&order=desc", 50),
              Map.entry("?sort=next_run_at&status=active", 50),
              Map.entry("?sort=next_run_at&status=paused", 50),
              Map.entry("?sort=next_run_at&workflow_id=w6", 50),
              Map.entry("?sort=next_run_at&order=desc&target=http", 50),
              Map.entry("?sort=next_run_at&q=needle", 1),
              Map.entry("?sort=name&order=desc&q=invoice", 50),
              Map.entry("?sort=next_run_at&workflow_id=far", 50),
              Map.entry("?sort=next_run_at&q=t+f0", 30),
              Map.entry("?sort=last_run_at&order=desc&q=t+f0", 30),
              Map.entry("?sort=last_run_at&order=desc&workflow_id=old", 50),
              Map.entry("?sort=last_run_at&workflow_id=w6", 50),
              Map.entry("?sort=last_run_at", 50),
              Map.entry("?sort=last_run_at&order=desc", 50),
              Map.entry("?sort=last_run_at&q=needle", 1),
              Map.entry("?sort=last_run_at&status=dead", 1),
              Map.entry("?sort=last_run_at&order=desc&q=invoice", 50),
              Map.entry("?sort=last_run_at&order=desc&status=active", 50),
              Map.entry("?sort=last_run_at&order=desc&target=http&status=paused", 50),
              Map.entry("?sort=last_run_at&order=desc&workflow_id=w6", 50),
              Map.entry("?sort=last_run_at&order=desc&q=needle", 1)));

  /** Orders whose twentieth page of 200 is asked for too. */
  private static final List<String> DEEP =
      List.of(
          "?sort=name",
          "?sort=status&order=desc",
          "?sort=next_run_at",
          "?sort=next_run_at&order=desc",
          "?sort=last_run_at",
          "?sort=last_run_at&order=desc");

  /** Lists that are asked for from a moment of the next run on. */
  private static final List<String> CROWDED =
      List.of("", "&status=active", "&target=http", "&workflow_id=w6", "&q=report", "&q=t+f0");

  @RegisterExtension static final ApiServer api = new ApiServer();

  private static ApiServer.Client many;
  private static ManySchedules schedules;

  @BeforeAll
  static void fill() {
    many = api.organization("many");
    schedules = new ManySchedules(api);
  }

  @Test
  void every_filter_finds_what_it_should() {
    Map<String, List<Long>> micros = new TreeMap<>();
    Map<String, Integer> shorts = new TreeMap<>();
    Map<String, Integer> queries = new TreeMap<>(QUERIES);
    Map<String, String> labels = new TreeMap<>();
    DEEP.forEach(order -> {
      String query = order + "&limit=200&cursor=" + cursor(order, 20);
      queries.put(query, 200);
      labels.put(query, order + "&limit=200&page=20");
    });
    crowded(queries, labels);
    // One after the other, again and again: the first rounds meet a server that has just started.
    for (int round = 0; round < ROUNDS; round++) {
      schedules.runSome(round);
      // In the first, looks at many timers are under way.
      boolean warm = round > 0;
      queries.forEach((query, least) -> {
        int found = 0;
        int requests = 0;
        int waits = 0;
        String cursor = "";
        do {
          long before = System.nanoTime();
          ApiServer.Reply reply =
              many.get(
                  PATH
                      + (cursor.isEmpty() ? query : query.replaceFirst("&cursor=.*", "") + cursor));
          long took = (System.nanoTime() - before) / 1_000;
          micros
              .computeIfAbsent(labels.getOrDefault(query, query), _ -> new ArrayList<>())
              .add(took);
          found += reply.json().get("items").size();
          assertThat(reply.json().get("items").size()).isLessThanOrEqualTo(Math.max(least, 50));
          JsonNode next = reply.json().get("next_cursor");
          boolean again = isWhereItBegan(cursor.isEmpty() ? query : cursor, reply);
          waits += again ? 1 : 0;
          requests += again || found >= least || next.isNull() ? 0 : 1;
          assertThat(waits).as("requests that wait for a look").isLessThan(MOST_WAITS);
          cursor = next.isNull() ? "" : (query.isEmpty() ? "?" : "&") + "cursor=" + next.asString();
        } while (found < least && !cursor.isEmpty() && requests < MOST_REQUESTS);
        if (requests < MOST_REQUESTS) {
          assertThat(found).as(query).isGreaterThanOrEqualTo(least);
        }
        if (warm) {
          shorts.merge(labels.getOrDefault(query, query), requests, Math::max);
        }
      });
    }
    StringBuilder table = new StringBuilder();
    micros.forEach((query, all) -> {
      long first = all.getFirst();
      all.sort(null);
      table.append(
          "%7d %7d %7d %7d  %s%n"
              .formatted(first, all.getFirst(), all.get(all.size() / 2), all.getLast(), query));
    });
    shorts.values().removeIf(requests -> requests == 0);
    System.out.printf(
        "Lists of %d schedules, microseconds: first, best, median and worst of %d rounds%n%s"
            + "Short pages before the first is full, of at most %d: %s%n",
        MANY, ROUNDS, table, MOST_REQUESTS, shorts);
    assertThat(shorts.keySet()).contains("?q=invoice", "?sort=name&order=desc&q=invoice");
    // Few names have the one, and none of those that were made last has the other.
    shorts.keySet().removeIf(query -> query.matches(".*&q=(t\\+f0 at.*|report at the late crowd)"));
    shorts.keySet().removeAll(FAR);
    assertThat(shorts)
        .allSatisfy(
            (query, pages) -> assertThat(pages).as(query).isLessThanOrEqualTo(MOST_LOOKS - 1));
  }

  /**
   * Whether the page is empty and goes on at the place that was asked for: timers are being looked
   * at.
   */
  private static boolean isWhereItBegan(String asked, ApiServer.Reply reply) {
    JsonNode next = reply.json().get("next_cursor");
    if (!reply.json().get("items").isEmpty() || next.isNull()) {
      return false;
    }
    byte[] bytes = Base64.getUrlDecoder().decode(next.stringValue());
    return asked.endsWith("cursor=" + next.stringValue())
        || new String(bytes, StandardCharsets.UTF_8).endsWith("9".repeat(18));
  }

  /**
   * What a server meets that has looked at nothing yet, and would have to look at all timers or at
   * all of a crowd: how long the worst request takes, and how many are needed for a full page.
   */
  @Test
  void first_looks_keep_nobody_waiting() throws Exception {
    String down = "?sort=last_run_at&order=desc";
    Instant longAgo = Instant.now().minus(15, ChronoUnit.HOURS);
    Map<String, Instant> places = new TreeMap<>();
    places.put("?sort=last_run_at", Instant.EPOCH);
    places.put(down, longAgo);
    places.put("?sort=next_run_at", schedules.crowd.plusMillis(1));
    places.put("?sort=next_run_at&order=desc", schedules.offBeat.plusMillis(1));
    for (int round = 0; round < ROUNDS / 3; round++) {
      schedules.runSome(0);
      try (ApiServer.Another fresh = api.another()) {
        // What the first requests load has nothing to do with looks.
        for (int i = 0; i < 20; i++) {
          List.of("?sort=name", "?sort=next_run_at", down)
              .forEach(query -> timed(fresh, query, new ArrayList<>()));
        }
        places.forEach((order, moment) -> firstLook(fresh, order, order, moment));
        firstLook(fresh, "?sort=last_run_at at the first page", "?sort=last_run_at", null);
      }
    }
  }

  private static void firstLook(
      ApiServer.Another fresh, String label, String order, Instant moment) {
    String first = many.get(PATH + order + "&limit=1").json().get("next_cursor").stringValue();
    String cursor = moment == null ? "" : "&cursor=" + at(first, moment, ScheduleLists.FIRST);
    List<Long> micros = new ArrayList<>();
    int found = 0;
    long before = System.nanoTime();
    while (found < 50) {
      JsonNode page = timed(fresh, order + cursor, micros);
      found += page.get("items").size();
      assertThat(micros).as("requests for a page").hasSizeLessThan(MOST_WAITS);
      if (page.get("next_cursor").isNull()) {
        break;
      }
      cursor = "&cursor=" + page.get("next_cursor").stringValue();
    }
    System.out.printf(
        "First look at %d schedules: %7d µs the median, %7d µs the worst of %3d requests,"
            + " %7d µs in all: %s%n",
        MANY,
        micros.stream().sorted().toList().get(micros.size() / 2),
        Collections.max(micros),
        micros.size(),
        (System.nanoTime() - before) / 1_000,
        label + (moment == null ? "" : " from " + moment));
    assertThat(found).as(label).isGreaterThanOrEqualTo(50);
  }

  private static JsonNode timed(ApiServer.Another fresh, String query, List<Long> micros) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(fresh.url() + PATH + query))
            .header("Authorization", "Bearer " + api.operatorToken())
            .header("Carillon-Organization", "many")
            .build();
    long before = System.nanoTime();
    try {
      String body = HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
      micros.add((System.nanoTime() - before) / 1_000);
      return Json.stored(body);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(query, e);
    }
  }

  /** Where many are due at once: before them, among them, and behind the first or last of them. */
  private static void crowded(Map<String, Integer> queries, Map<String, String> labels) {
    UUID among = ManySchedules.id(MANY / 2);
    for (String filter : CROWDED) {
      int least = MANY < 1_000_000 ? 0 : filter.contains("t+f0") ? 5 : 50;
      for (String order : List.of("?sort=next_run_at", "?sort=next_run_at&order=desc")) {
        boolean down = order.endsWith("desc");
        String first =
            many.get(PATH + order + filter + "&limit=1").json().get("next_cursor").stringValue();
        Map<String, String> cursors =
            Map.of(
                "the crowd",
                at(
                    first,
                    down ? schedules.crowd.plusMillis(1_999) : schedules.crowd,
                    ScheduleLists.FIRST),
                "amid the crowd",
                at(first, schedules.crowd, among),
                "the crowd off the beat",
                at(first, schedules.offBeat, ScheduleLists.FIRST),
                "the late crowd",
                at(first, schedules.lateCrowd, ScheduleLists.FIRST));
        cursors.forEach((place, cursor) -> {
          String query = order + filter + "&cursor=" + cursor;
          queries.put(query, least);
          labels.put(query, order + filter + " at " + place);
        });
      }
    }
  }

  /** The cursor of the same list at another place. */
  private static String at(String cursor, Instant moment, UUID id) {
    ByteBuffer known = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
    int mark = known.getInt();
    UUID knownId = new UUID(known.getLong(), known.getLong());
    String knownKey = StandardCharsets.UTF_8.decode(known).toString();
    String key = ScheduleOrder.text(moment);
    byte[] text = key.getBytes(StandardCharsets.UTF_8);
    byte[] bytes =
        ByteBuffer.allocate(20 + text.length)
            .putInt(mark ^ Objects.hash(knownKey, knownId) ^ Objects.hash(key, id))
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .put(text)
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Where the page of 200 after so many begins. */
  private static String cursor(String order, int pages) {
    String cursor = "";
    for (int page = 0; page < pages; page++) {
      JsonNode next;
      do {
        next =
            many.get(PATH + order + "&limit=200" + (cursor.isEmpty() ? "" : "&cursor=" + cursor))
                .json();
        cursor = next.get("next_cursor").stringValue();
      } while (next.get("items").isEmpty());
    }
    return cursor;
  }

  @Test
  void no_list_looks_at_more_than_a_part_of_the_table() throws Exception {
    looksAtAPart("select");
  }

  /** As in the minute after many were added, before autovacuum has come by. */
  @Test
  void nor_before_a_vacuum() throws Exception {
    looksAtAPart(
        "update pg_class set relallvisible = 0 where oid = 'carillon.schedules'::regclass");
  }

  @Test
  void nor_before_the_planner_has_statistics() throws Exception {
    looksAtAPart("delete from pg_statistic where starelid = 'carillon.schedules'::regclass");
  }

  /**
   * @param belief what the planner is made to think before
   */
  private static void looksAtAPart(String belief) throws Exception {
    try (Connection connection = api.connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(belief);
      statement.execute(
          "select set_config('app.current_org_id', (select id::text from carillon.organizations"
              + " where name = 'many'), true), set_config('role', 'carillon_api', true),"
              + " set_config('enable_bitmapscan', 'off', true)");
      for (Map.Entry<String, String> each : BoundedStatements.ALL.entrySet()) {
        String name = each.getKey();
        String sql = BoundedStatements.given(name, schedules.crowd);
        if (!each.getValue().isEmpty()) {
          sql =
              BoundedStatements.until(
                  sql, statement, BoundedStatements.given(each.getValue(), schedules.crowd));
        }
        StringBuilder plan = new StringBuilder();
        try (ResultSet rows = statement.executeQuery("explain (analyze, timing off) " + sql)) {
          while (rows.next()) {
            plan.append(rows.getString(1)).append('\n');
          }
        }
        assertThat(plan.toString()).as(name).doesNotContain("Seq Scan on schedules");
        assertThat(BoundedStatements.mostRows(plan))
            .as("%s: %s", name, plan)
            .isLessThanOrEqualTo(name.equals("next-names") ? MOST_NAMES : PART);
      }
      connection.rollback();
    }
  }
}
