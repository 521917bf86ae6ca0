package dev.carillon.server.store;

import dev.carillon.server.ApiServer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** An organization with many schedules of all kinds, most of which have run and go on to run. */
final class ManySchedules {

  static final int MANY = Integer.getInteger("carillon.scale", 20_000);

  private final ApiServer api;

  /**
   * One in five is due at this moment, as with {@code 0 0 * * *}, and a few within the same two
   * seconds.
   */
  final Instant crowd;

  /** One in twenty is due at this one, which no bucket of the agenda begins with. */
  final Instant offBeat;

  /** Of those that were made last, all others are due at this one. */
  final Instant lateCrowd;

  /** Fills an organization named {@code many}, which is there. */
  ManySchedules(ApiServer api) {
    this.api = api;
    crowd = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(72, ChronoUnit.HOURS);
    lateCrowd = crowd.minus(12, ChronoUnit.HOURS);
    offBeat = crowd.plus(24, ChronoUnit.HOURS).plusMillis(700);
    String org = "(select id from carillon.organizations where name = 'many')";
    String index = NameIndex.dropped(api);
    api.execute(
        """
        insert into carillon.schedules (id, org_id, version, created_at, updated_at, name,
          description, owner, status, interval_ms, interval_from, anchor_at, jitter_ms, target,
          workflow_id, graph_id, agent_id, payload_kind, payload_text, url, method, headers,
          total_repeats, max_retries, retry_delay_ms, timeout_ms, max_failures, on_max_failures,
          overlap, catch_up, starting_deadline_ms, backfill_limit)
        select id, %1$s, 1, now(), now(),
          case when i = %2$d - 5 then 'the needle in it' when i = %2$d - 7 then '100 %% qzar'
               when i > %2$d * 3 / 5 then 'invoice ' || md5(i::text)
               else 'report ' || md5(i::text) end, '',
          'user:ada',
          case when i = %2$d - 3 then 'dead' when i %% 10 = 0 then 'paused' else 'active' end,
          86400000, 'slot', now(), 0, kind,
          case kind when 'workflow' then
            case when i %% 30 in (11, 16) and abs(hashtext(id::text)) > 1700000000 then 'far'
                 when i %% 30 in (21, 26) and abs(hashtext(id::text || 'l')) > 1700000000 then 'old'
                 else 'w' || i %% 30 end end, case kind when 'graph' then 'g' end,
          case kind when 'message' then 'a' || i %% 20 end,
          case kind when 'message' then 'message' end, case kind when 'message' then 'x' end,
          case kind when 'http' then 'https://x.example' end, case kind when 'http' then 'POST' end,
          case kind when 'http' then '{}'::jsonb end,
          0, 3, 60000, 300000, 5, 'paused', 'skip', 'latest', 3600000, 0
        from generate_series(1, %2$d) as i
        cross join lateral (select (lpad(to_hex(i), 8, '0') || '-0000'
                || '-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as id) u
        cross join lateral (select case when i = 77 then 'graph' when i %% 5 = 1 then 'workflow'
          when i %% 7 = 1 then 'message' else 'http' end as kind) k
        """
            .formatted(org, MANY));
    api.execute(
        """
        insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
          open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
          run_seq, last_run_at)
        select id, org_id, 0, 0, 1, due_at, due_at, 0, 0, 0, 0, 0, 0, 0, 0,
          case when abs(hashtext(id::text || 'l')) %% 10 > 0
            then now() - interval '1 day' * (abs(hashtext(id::text || 'l')) / 2147483648.0) end
        from carillon.schedules,
          lateral (select abs(hashtext(id::text || 'c'))) h (hash),
          lateral (select case when status = 'active' then case
            when h.hash %% 20 < 4 then '%2$s'::timestamptz
            when h.hash %% 20 = 4 then '%3$s'::timestamptz
            when id > '%5$s'::uuid then '%4$s'::timestamptz
            when h.hash %% 2000 = 5 then '%2$s'::timestamptz + interval '1 millisecond' * (h.hash %% 1999)
            else now() + interval '1 day' * (1 + abs(hashtext(id::text)) / 2147483648.0) end end) d (due_at)
        where org_id = %1$s
        """
            .formatted(org, crowd, offBeat, lateCrowd, id(MANY / 10 * 9)));
    // Rows of as many names as the completions of one batch have.
    api.execute(
        """
        insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
        select bucket, 1, org_id, count(*), array_agg(schedule_id)
        from (select schedule_id, org_id, floor(extract(epoch from due_at) / 2)::bigint as bucket,
                row_number() over (partition by floor(extract(epoch from due_at) / 2)
                  order by hashtext(schedule_id::text)) / 500 as part
              from carillon.timers where org_id = %s and due_at is not null) t
        group by bucket, part, org_id
        """
            .formatted(org));
    // One run of each that has run, a day of history: nine tenths of them.
    api.execute(
        """
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select (lpad(to_hex((extract(epoch from last_run_at) * 1000)::bigint), 12, '0') || '8000'
            || substr(md5(schedule_id::text), 1, 16))::uuid,
          schedule_id, last_run_at, last_run_at, last_run_at + interval '20 milliseconds', 0, org_id,
          1, 0, 0, 'schedule', 'success'
        from carillon.timers where org_id = %s and last_run_at is not null order by last_run_at
        """
            .formatted(org));
    Members.join(api, org);
    api.execute(index);
    api.execute("analyze carillon.schedules, carillon.timers, carillon.agenda, carillon.runs");
  }

  /**
   * What a million schedules that run daily do in two minutes, whatever the time of the fill was.
   */
  void runSome(int round) {
    api.execute(
        """
        create temporary table ran as
          select t.schedule_id, t.org_id, now() - interval '1 second' * %1$d * random() as at
          from generate_series(1, %2$d) as g
          join carillon.timers t on t.schedule_id = (
            select (lpad(to_hex(i), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid
            from (select (%3$d * 7919::bigint + g * 104729::bigint) %% %4$d + 1 as i) n);
        do $$ begin perform carillon.leave_cohorts(array(select schedule_id from ran)); end $$;
        with moved as (
          update carillon.timers t set last_run_at = s.at
          from ran s where s.schedule_id = t.schedule_id and s.at > coalesce(t.last_run_at, '-infinity')
          returning t.schedule_id, t.org_id, t.last_run_at)
        insert into carillon.runs (id, schedule_id, slot_at, started_at, completed_at, lateness_ms,
          org_id, seq, repeat, retry, origin, status)
        select distinct on (schedule_id)
          (lpad(to_hex((extract(epoch from last_run_at) * 1000)::bigint), 12, '0') || '8000'
            || substr(md5(schedule_id::text), 1, 16))::uuid,
          schedule_id, last_run_at, last_run_at, last_run_at + interval '20 milliseconds', 0, org_id,
          1, 0, 0, 'schedule', 'success'
        from moved
        on conflict do nothing
        """
            .formatted(round == 0 ? 240 : 4, round == 0 ? 2_800 : 50, round, MANY));
  }

  static UUID id(int number) {
    return new UUID(((long) number << 32) | 0x7000, (0x8000L << 48) | number);
  }
}
