package dev.carillon.server.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.carillon.server.ApiServer;
import dev.carillon.server.store.Imports;
import dev.carillon.server.target.Runs;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Schedules that share a row of timers are told of and changed like all others. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CohortTest {

  private static final String PATH = "/api/v1/schedules";

  /** About ten in each shard. */
  private static final int MANY = 640;

  /** What two schedules made one after the other differ in. */
  private static final Set<String> OWN =
      Set.of("id", "name", "created_at", "updated_at", "next_run_at");

  @RegisterExtension
  static final ApiServer api = new ApiServer(builder -> builder.handler("h", _ -> {}));

  /** Makes many that are alike, most of which share rows, and answers with the ids of those. */
  private static List<String> createMany(ApiServer.Client org, String timing) {
    String set =
        IntStream.range(0, MANY)
            .mapToObj(i -> "{\"name\":\"m %03d\",\"handler\":\"h\",%s}".formatted(i, timing))
            .collect(Collectors.joining(",", "{\"schedules\":[", "]}"));
    ApiServer.Reply applied = org.put(PATH + "/apply", set);
    assertThat(applied.status()).as(applied.body()).isEqualTo(200);
    List<String> members = members(org);
    assertThat(members.size()).as("members of cohorts").isGreaterThan(MANY / 4);
    return members;
  }

  private static List<String> members(ApiServer.Client org) {
    return api.query(
        """
        select t.schedule_id from carillon.timers t
        join carillon.cohorts c on c.id = t.cohort_id
        join carillon.organizations o on o.id = t.org_id
        where o.name = '%s' order by t.schedule_id
        """
            .formatted(org.organization()),
        row -> row.getString(1));
  }

  /** All there are, page by page. */
  private static List<JsonNode> list(ApiServer.Client client, String query) {
    List<JsonNode> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get(PATH + query + "&limit=100" + cursor).json();
      page.get("items").forEach(found::add);
      JsonNode next = page.get("next_cursor");
      cursor =
          next.isNull()
              ? null
              : "&cursor=" + URLEncoder.encode(next.stringValue(), StandardCharsets.UTF_8);
    } while (cursor != null);
    return found;
  }

  private static List<String> texts(List<JsonNode> schedules, String field) {
    return schedules.stream().map(schedule -> schedule.get(field).asString()).toList();
  }

  private static void assertAlike(JsonNode member, JsonNode ordinary) {
    assertThat(member.propertyNames()).containsExactlyElementsOf(ordinary.propertyNames());
    for (String field : ordinary.propertyNames()) {
      if (!OWN.contains(field)) {
        assertThat(member.get(field)).as(field).isEqualTo(ordinary.get(field));
      }
    }
  }

  @Test
  void members_are_shown_and_listed_as_others_are() {
    ApiServer.Client org = api.organization("cohorts-shown");
    List<String> members = createMany(org, "\"interval_seconds\":7200");
    String twin = Runs.create(org, body("twin", 7200));
    assertAlike(Runs.schedule(org, members.getFirst()), Runs.schedule(org, twin));
    String first = Runs.create(org, body("first", 3600));
    String last = Runs.create(org, body("last", 10_800));

    List<JsonNode> sorted = list(org, "?sort=next_run_at");
    List<String> ids = texts(sorted, "id");
    assertThat(ids).hasSize(MANY + 3).doesNotHaveDuplicates().containsAll(members);
    assertThat(ids).startsWith(first).endsWith(twin, last);
    assertThat(texts(sorted, "next_run_at")).isSorted();
    List<JsonNode> down = list(org, "?sort=next_run_at&order=desc");
    assertThat(texts(down, "id")).hasSize(MANY + 3).startsWith(last, twin).endsWith(first);
    assertThat(texts(list(org, "?sort=name&q=m+0"), "name")).hasSize(100).isSorted();
    assertThat(members(org)).as("reading changes nothing").isEqualTo(members);
  }

  private static String body(String name, int seconds) {
    return "{\"name\":\"%s\",\"handler\":\"h\",\"interval_seconds\":%d}".formatted(name, seconds);
  }

  @Test
  void whoever_is_changed_leaves_and_nobody_else_is_touched() {
    ApiServer.Client org = api.organization("cohorts-changed");
    List<String> members = createMany(org, "\"interval_seconds\":7200");
    String twin = Runs.create(org, body("twin", 7200));
    JsonNode bystander = Runs.schedule(org, members.get(4));
    String next = bystander.get("next_run_at").asString();

    for (String id : List.of(members.getFirst(), twin)) {
      assertThat(org.post(PATH + "/" + id + "/pause", null).status()).isEqualTo(200);
    }
    JsonNode paused = Runs.schedule(org, members.getFirst());
    assertAlike(paused, Runs.schedule(org, twin));
    assertThat(paused.get("next_run_at").isNull()).isTrue();
    for (String id : List.of(members.getFirst(), twin)) {
      assertThat(org.post(PATH + "/" + id + "/resume", null).status()).isEqualTo(200);
    }
    assertAlike(Runs.schedule(org, members.getFirst()), Runs.schedule(org, twin));

    for (String id : List.of(members.get(1), twin)) {
      ApiServer.Reply patched = org.patch(PATH + "/" + id, "{\"interval_seconds\":1800}");
      assertThat(patched.status()).as(patched.body()).isEqualTo(200);
    }
    JsonNode patched = Runs.schedule(org, members.get(1));
    assertThat(patched.get("version").intValue()).isEqualTo(2);
    assertThat(Instant.parse(patched.get("next_run_at").asString())).isBefore(Instant.parse(next));
    assertThat(texts(list(org, "?sort=next_run_at"), "id").subList(0, 2))
        .containsExactlyInAnyOrder(members.get(1), twin);

    assertThat(org.delete(PATH + "/" + members.get(2)).status()).isEqualTo(204);
    assertThat(org.get(PATH + "/" + members.get(2)).status()).isEqualTo(404);

    String run = Runs.trigger(org, members.get(3));
    assertThat(Runs.ended(org, run).get("status").asString()).isEqualTo("success");
    JsonNode ran = Runs.schedule(org, members.get(3));
    assertThat(ran.get("run_count").intValue()).isOne();
    assertThat(ran.get("last_run_status").asString()).isEqualTo("success");
    assertThat(ran.get("next_run_at").asString()).isEqualTo(next);
    assertThat(texts(list(org, "?sort=last_run_at&order=desc"), "id").getFirst())
        .isEqualTo(members.get(3));

    assertThat(Runs.schedule(org, members.get(4))).isEqualTo(bystander);
    assertThat(members(org)).isEqualTo(members.subList(4, members.size()));
    assertThat(list(org, "?sort=next_run_at")).hasSize(MANY);
    assertThat(org.get(PATH + "/counts").json().get("active").intValue()).isEqualTo(MANY);
  }

  @Test
  void what_members_ran_is_told_of_each() {
    ApiServer.Client org = api.organization("cohorts-ran");
    ZonedDateTime slot = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(10);
    // Once now, and then not for a year.
    String cron =
        "\"cron\":\"%d %d %d %d %d *\",\"timezone\":\"UTC\""
            .formatted(
                slot.getSecond(),
                slot.getMinute(),
                slot.getHour(),
                slot.getDayOfMonth(),
                slot.getMonthValue());
    createMany(org, cron);
    await()
        .atMost(Runs.PATIENCE)
        .until(
            () -> list(org, "?sort=name"),
            all -> all.stream().allMatch(one -> one.get("run_count").intValue() == 1));
    List<String> members = members(org);
    assertThat(members.size()).as("members that have run").isGreaterThan(MANY / 4);

    List<JsonNode> down = list(org, "?sort=last_run_at&order=desc&include=outcomes");
    assertThat(texts(down, "id")).hasSize(MANY).doesNotHaveDuplicates().containsAll(members);
    assertThat(texts(down, "last_run_at")).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(new HashSet<>(texts(down, "last_run_status"))).containsExactly("success");
    assertThat(down).allMatch(one -> one.get("outcomes").toString().equals("[\"success\"]"));
    assertThat(texts(down, "next_run_at"))
        .allMatch(next -> Instant.parse(next).isAfter(slot.plusDays(360).toInstant()));
    List<JsonNode> up = list(org, "?sort=last_run_at");
    assertThat(texts(up, "last_run_at")).hasSize(MANY).isSorted();

    String id = members.getFirst();
    JsonNode before = Runs.schedule(org, id);
    JsonNode runs = org.get(PATH + "/" + id + "/runs").json().get("items");
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).get("status").asString()).isEqualTo("success");
    assertThat(org.post(PATH + "/" + id + "/pause", null).status()).isEqualTo(200);
    JsonNode after = Runs.schedule(org, id);
    for (String kept : List.of("run_count", "current_repeat", "last_run_at", "last_run_status")) {
      assertThat(after.get(kept)).as(kept).isEqualTo(before.get(kept));
    }
    Runs.ended(org, Runs.trigger(org, members.get(1)));
    assertThat(Runs.schedule(org, members.get(1)).get("run_count").intValue()).isEqualTo(2);
    assertThat(org.get(PATH + "/" + members.get(1) + "/runs").json().get("items")).hasSize(2);
    assertThat(members(org)).isEqualTo(members.subList(2, members.size()));
  }

  @Test
  void a_past_that_is_imported_is_added_to_the_member_alone() {
    ApiServer.Client org = api.organization("cohorts-past");
    List<String> members = createMany(org, "\"interval_seconds\":7200");
    String id = members.getFirst();
    String next = Runs.schedule(org, id).get("next_run_at").asString();
    Instant ran = Instant.now().minusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    Imports.Past past =
        new Imports.Past(
            "imported", List.of(new Imports.Run(ran, ran.plusSeconds(1), "success", null)), 4, 0);
    Imports imports = new Imports(api.tenants());
    int other = orgId(api.organization("cohorts-pastless"));
    assertThat(imports.addPast(other, UUID.fromString(id), past)).isZero();
    assertThat(members(org)).isEqualTo(members);

    assertThat(imports.addPast(orgId(org), UUID.fromString(id), past)).isOne();
    JsonNode schedule = Runs.schedule(org, id);
    assertThat(Instant.parse(schedule.get("last_run_at").asString())).isEqualTo(ran);
    assertThat(schedule.get("run_count").intValue()).isOne();
    assertThat(schedule.get("current_repeat").intValue()).isEqualTo(4);
    assertThat(schedule.get("next_run_at").asString()).isEqualTo(next);
    assertThat(texts(list(org, "?sort=last_run_at&order=desc"), "id").getFirst()).isEqualTo(id);
    assertThat(members(org)).isEqualTo(members.subList(1, members.size()));
  }

  private static int orgId(ApiServer.Client org) {
    return api.query(
            "select id from carillon.organizations where name = '%s'".formatted(org.organization()),
            row -> row.getInt(1))
        .getFirst();
  }

  @Test
  void another_organization_neither_sees_them_nor_makes_them_leave() throws SQLException {
    ApiServer.Client org = api.organization("cohorts-own");
    List<String> members = createMany(org, "\"interval_seconds\":7200");
    ApiServer.Client other = api.organization("cohorts-foreign");
    String path = PATH + "/" + members.getFirst();
    assertThat(list(other, "?sort=next_run_at")).isEmpty();
    assertThat(list(other, "?sort=last_run_at")).isEmpty();
    assertThat(other.get(path).status()).isEqualTo(404);
    assertThat(other.post(path + "/pause", null).status()).isEqualTo(404);
    assertThat(other.patch(path, "{\"interval_seconds\":60}").status()).isEqualTo(404);
    assertThat(other.post(path + "/run", "{}").status()).isEqualTo(404);
    assertThat(other.delete(path).status()).isEqualTo(404);
    try (Connection connection = api.connection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          """
          select set_config('app.current_org_id', id::text, true),
                 set_config('role', 'carillon_api', true)
          from carillon.organizations where name = 'cohorts-foreign'
          """);
      for (String table : List.of("current_timers", "cohorts", "cohort_members")) {
        try (var rows = statement.executeQuery("select count(*) from carillon." + table)) {
          rows.next();
          assertThat(rows.getInt(1)).as(table).isZero();
        }
      }
      statement.execute(
          "select carillon.leave_cohorts(array['%s'::uuid])".formatted(members.getFirst()));
      connection.commit();
    }
    assertThat(members(org)).isEqualTo(members);
  }
}
