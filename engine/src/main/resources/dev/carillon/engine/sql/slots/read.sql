-- Reads timers in the order of the agenda, from where a reading ended.
-- Index: agenda_pkey, one range of it; timers_pkey, cohorts_pkey. Locks: none: begin checks what was read.
-- A name in the agenda counts while its timer is due in that bucket. The first row says how far the
-- reading came, with an empty place when nothing was left to read, and how often each shard was
-- changed; each further one is a row of the agenda with its timers, packed into values: those of which
-- half the columns follow from the others, see PlainTimers, and all others, see PackedRow.
-- All timers of a row are looked up by its array in one scan: 0.4 µs each, where a scan of its own
-- for each took 1.5. record_send looks up the type of each column again: 0.8 µs for the twenty, and 0.35 for
-- a plain timer. A row that names cohorts comes with these instead, see CohortRows: with the members that
-- it names, and one of their definitions for all. With names_only no timer is looked at, and a row comes with the array itself.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
ahead as materialized (
  select a.bucket, a.id, a.org_id, a.size
  from carillon.agenda a
  where (a.bucket, a.id) > (:after_bucket::bigint, :after_id::bigint)
    and a.bucket <= :up_to::bigint
    and a.shards & :shards::bigint <> 0
    and (:org::int is null or a.org_id = :org::int)
    and a.org_id <> all (:except_orgs::int[])
  order by a.bucket, a.id
  limit :rows::int),
chosen as materialized (
  select bucket, id, org_id, size, count(*) over () as rows,
         'epoch'::timestamptz + bucket * :width_ms::int * interval '1 millisecond' as begins,
         'epoch'::timestamptz + (bucket + 1) * :width_ms::int * interval '1 millisecond' as ends
  from (select *, sum(size) over (order by bucket, id) - size as before from ahead) s
  where before < :limit::int),
place as materialized (
  select bucket, id, rows < (select count(*) from ahead)
                     or (select count(*) from ahead) = :rows::int as more
  from chosen order by bucket desc, id desc limit 1)
select (select string_agg(int8send(g.count + s.fence), '' order by s.shard)
        from carillon.changes g join carillon.shards s on s.shard = g.shard) as packed,
       c.now, p.bucket, p.id, coalesce(p.more, false) as more, null as size, null as org_id,
       null::bytea as plain, null::bytea as cohorts
from clock c left join place p on true
union all
select case when :names_only::boolean then array_send(a.schedule_ids) else t.packed end,
       null, k.bucket, k.id, null, k.size, k.org_id, t.plain, c.packed
from chosen k
join carillon.agenda a on a.bucket = k.bucket and a.id = k.id
cross join lateral (
  select string_agg(case when t.is_plain then
           uuid_send(t.schedule_id) || tidsend(t.place) || int4send(t.revision)
           || int8send(t.version) || timestamptz_send(t.slot_at) || timestamptz_send(t.due_at)
           || int4send(t.repeat) || timestamptz_send(coalesce(t.last_run_at, '-infinity'))
           || uuid_send(coalesce(t.last_run_id, '00000000-0000-0000-0000-000000000000'))
         end, '') as plain,
         string_agg(case when not t.is_plain then record_send(row(
           t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
           t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
           t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id,
           t.run_seq, t.place, t.cohort_place)) end, '') as packed
  from (
    select t.*,
           t.slot_at is not null and t.cohort_id is null
           and t.open_runs = 0 and t.retry = 0 and t.error_count = 0
           and t.skipped_count = 0 and t.consecutive_failures = 0 and t.last_error is null
           and t.run_count = t.repeat and t.run_seq = t.repeat
           and case t.repeat when 0
               then num_nonnulls(t.last_run_at, t.last_run_id, t.last_run_status) = 0
               else num_nulls(t.last_run_at, t.last_run_id) = 0 and t.last_run_status = 'success'
               end is true as is_plain
    from carillon.current_timers t
    where not :names_only::boolean and a.cohort_ids is null
      and t.schedule_id = any (a.schedule_ids) and t.due_at >= k.begins and t.due_at < k.ends
      and :shards::bigint >> t.shard & 1 = 1) t) t
cross join lateral (
  select string_agg(record_send(row(
           c.id, c.size, n.members & ~c.gone, c.moved, c.shard, c.version, c.revision, c.repeat,
           c.slot_at, c.due_at, c.next_slot_at, c.next_due_at,
           c.last_run_ids, c.last_run_ats, m.schedule_ids, m.texts,
           (select record_send(row(
              '00000000-0000-0000-0000-000000000000'::uuid, s.org_id, s.version, s.created_at,
              s.updated_at, '-'::text, s.description, s.owner, s.status, s.status_reason, s.cron, s.timezone, s.interval_ms, s.interval_from,
              s.anchor_at, s.run_at, s.start_at, s.end_at, s.jitter_ms, s.target, s.workflow_id,
              s.trigger_node_id, s.graph_id, s.grant_id, s.agent_id, s.room_id, s.payload_kind,
              s.payload_text, s.url, s.method, s.headers, s.handler, null::json, s.total_repeats,
              s.max_retries, s.retry_delay_ms, s.timeout_ms, s.max_failures, s.on_max_failures,
              s.overlap, s.catch_up, s.starting_deadline_ms, s.backfill_limit))
            from carillon.schedules s
            where s.id = m.schedule_ids[case when c.gone & 1 = 0 then 1 else (
              select min(i) + 1 from generate_series(0, c.size - 1) i
              where c.gone >> i & 1 = 0) end]))), '') as packed
  from unnest(a.cohort_ids, a.cohort_members) as n (id, members)
  cross join lateral (
    select * from carillon.cohorts c
    where c.id = n.id and :shards::bigint >> c.shard & 1 = 1
      and (c.due_at >= k.begins and c.due_at < k.ends
           or c.next_due_at >= k.begins and c.next_due_at < k.ends)
    offset 0) c
  join carillon.cohort_members m on m.cohort_id = c.id
  where not :names_only::boolean and a.cohort_ids is not null) c
where :names_only::boolean or t.packed is not null or t.plain is not null or c.packed is not null
