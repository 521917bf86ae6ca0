package dev.carillon.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.server.ApiServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * The page's figures of many schedules, each with ten runs in its history. {@code
 * -Dtest.jvm.args=-Dcarillon.scale=100000} measures them with 100,000 and a million runs.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FigureScaleTest {

  private static final int MANY = Integer.getInteger("carillon.scale", 5_000);
  private static final String LIST = "/api/v1/schedules";

  private static final List<String> QUESTIONS =
      List.of(
          "/api/v1/overview",
          "/api/v1/upcoming?minutes=60",
          LIST + "/counts",
          LIST + "/counts?status=active",
          LIST + "/counts?target=http",
          LIST + "/counts?q=needle",
          LIST + "/counts?q=report",
          LIST + "?include=outcomes",
          LIST + "?include=outcomes,timing&limit=200",
          LIST + "?sort=name",
          LIST + "?sort=name&order=desc",
          LIST + "?sort=name&q=needle",
          LIST + "?sort=name&q=report",
          LIST + "?sort=name&q=ne",
          LIST + "?sort=name&status=dead",
          LIST + "?sort=name&status=paused&order=desc",
          LIST + "?sort=status",
          LIST + "?sort=status&order=desc&target=http",
          LIST + "?sort=next_run_at",
          LIST + "?sort=next_run_at&order=desc",
          LIST + "?sort=next_run_at&status=active",
          LIST + "?sort=next_run_at&q=needle",
          LIST + "?sort=last_run_at&order=desc",
          LIST + "?sort=last_run_at&order=desc&target=http",
          LIST + "?workflow_id=busy&include=outcomes,timing",
          LIST + "?workflow_id=busy&sort=name",
          LIST + "?workflow_id=busy&sort=next_run_at",
          LIST + "?workflow_id=rare&include=outcomes,timing",
          LIST + "?workflow_id=rare&sort=name",
          LIST + "/counts?workflow_id=busy",
          LIST + "/counts?workflow_id=rare",
          "/api/v1/upcoming?minutes=1440",
          "/api/v1/runs?include=schedule_name",
          "/api/v1/runs",
          "/api/v1/runs?status=error");

  @RegisterExtension
  static final ApiServer api = new ApiServer(builder -> builder, Map.of("enabled", "false"));

  private static ApiServer.Client many;

  @BeforeAll
  static void fill() {
    many = api.organization("many");
    String org = "(select id from carillon.organizations where name = 'many')";
    String index = NameIndex.dropped(api);
    api.execute(
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, status_reason, cron, timezone, jitter_ms, target, url, method,
          headers, handler, payload, total_repeats, max_retries, retry_delay_ms, timeout_ms,
          max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit)
        select (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
          %s, 1, now(), now() - i * interval '1 s',
          case when i = %d then 'the needle in it' else 'report ' || md5(i::text) end, '',
          'user:ada',
          case when i %% 500 = 3 then 'dead' when i %% 10 = 0 then 'paused' else 'active' end,
          case when i %% 500 = 3 then '1 consecutive failures; the last one: x: y'
               when i %% 200 = 0 then '5 consecutive failures; the last one: x: y'
               when i %% 10 = 0 then 'user:ada: holidays' end,
          (i %% 60) || ' ' || (i %% 24) || ' * * *', 'Europe/Berlin', 0,
          case when i %% 3 = 0 then 'handler' else 'http' end,
          case when i %% 3 <> 0 then 'https://x.example' end, case when i %% 3 <> 0 then 'POST' end,
          case when i %% 3 <> 0 then '{}'::jsonb end, case when i %% 3 = 0 then 'h' end,
          json_build_object('text', repeat('x', 200)),
          0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
        from generate_series(1, %d) as i
        """
            .formatted(org, MANY - 5, MANY));
    // One workflow with a tenth of them all, and one with a handful.
    api.execute(
        """
        update carillon.schedules set target = 'workflow', handler = null, url = null, method = null,
          headers = null, workflow_id = case when ('x' || left(id::text, 8))::bit(32)::int > %d
            then 'rare' else 'busy' end
        where org_id = %s
          and (('x' || left(id::text, 8))::bit(32)::int %% 10 = 1
            or ('x' || left(id::text, 8))::bit(32)::int > %d)
        """
            .formatted(MANY - 20, org, MANY - 20));
    // Ten runs each, one every ten minutes: six of them within the last hour.
    String id =
        "(lpad(to_hex((extract(epoch from %s) * 1000)::bigint), 12, '0') || '7000' || '8000' ||"
            + " lpad(to_hex(i), 12, '0'))::uuid";
    // One instant for runs and timers: last_run_id holds the instant of its run, and a minute may
    // end between the two statements.
    String at =
        ("timestamptz '" + Instant.now().truncatedTo(ChronoUnit.MINUTES) + "'")
            + " - (10 - %s) * interval '10 min' - (i %% 600) * interval '1 s'";
    api.execute(
        """
        insert into carillon.runs (id, schedule_id, previous_id, slot_at, started_at, completed_at,
          lateness_ms, org_id, seq, repeat, retry, node, origin, status, error_code, error_message)
        select %s, (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
          case when k > 1 then %s end, %s, %s, %s + interval '20 ms', i %% 7, %s, k, k, 0, 1,
          'schedule', case when (i + k) %% 40 = 0 then 'error' else 'success' end,
          case when (i + k) %% 40 = 0 then 'x' end, case when (i + k) %% 40 = 0 then 'y' end
        from generate_series(1, 10) as k cross join generate_series(1, %d) as i
        """
            .formatted(
                id.formatted(at.formatted("k")),
                id.formatted(at.formatted("k + 1")),
                at.formatted("k"),
                at.formatted("k"),
                at.formatted("k"),
                org,
                MANY));
    api.execute(
        """
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
          open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
          run_seq, last_run_at, last_run_status, last_run_id)
        select s.id, s.org_id, 0, 0, 1, due, due, 0, 10, 0, 10, 0,
          case when i %% 100 = 7 then 2 else 0 end, 0, 10,
          %s, 'success', %s
        from carillon.schedules s
        cross join lateral (select ('x' || left(s.id::text, 8))::bit(32)::int as i) n
        cross join lateral (select case when s.status = 'active' then
          date_trunc('minute', now()) + (15 + i * 7 %% 1440) * interval '1 min' end as due) d
        where s.org_id = %s
        """
            .formatted(at.formatted("10"), id.formatted(at.formatted("10")), org));
    api.execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select floor(extract(epoch from due_at) / 2)::bigint, 1, org_id, count(*),
          array_agg(schedule_id)
        from carillon.timers where due_at is not null group by 1, org_id
        """);
    api.execute(index);
    api.execute("vacuum analyze carillon.schedules, carillon.timers, carillon.runs");
    api.execute("vacuum analyze carillon.run_minutes, carillon.agenda");
  }

  @Test
  void every_figure_is_found_and_as_fast_as_it_is() {
    List<String> lines = new ArrayList<>();
    for (String question : QUESTIONS) {
      long best = Long.MAX_VALUE;
      long worst = 0;
      for (int i = 0; i < 12; i++) {
        long before = System.nanoTime();
        ApiServer.Reply reply = many.get(question);
        long took = System.nanoTime() - before;
        assertThat(reply.status()).as(question + " " + reply).isEqualTo(200);
        best = Math.min(best, took);
        worst = i < 2 ? 0 : Math.max(worst, took);
      }
      lines.add("%7d %7d us  %s".formatted(best / 1_000, worst / 1_000, question));
    }
    System.out.println("Figures of %d schedules:\n".formatted(MANY) + String.join("\n", lines));
  }

  @Test
  void the_overview_counts_what_there_is() {
    JsonNode overview = many.get("/api/v1/overview").json();
    assertThat(overview.get("attention")).hasSize(50);
    assertThat(overview.get("recent")).hasSize(60);
    int ended = MANY / 500 + MANY / 200 + MANY / 100;
    assertThat(overview.get("attention_total").intValue()).isBetween(ended - 20, ended + 20);
    long hour =
        overview
            .get("throughput")
            .valueStream()
            .mapToLong(m -> m.get("success").longValue() + m.get("error").longValue())
            .sum();
    assertThat(hour).isBetween(MANY * 4L, MANY * 7L);
    JsonNode item = many.get(LIST + "?include=outcomes&limit=1").json().get("items").get(0);
    assertThat(item.get("outcomes")).hasSize(10);
  }
}
