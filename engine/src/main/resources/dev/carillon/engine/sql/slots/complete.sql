-- Settles runs that succeeded on the short path: moves their timers on, names those in the agenda
-- that come due in another bucket, and appends their history.
-- Index: nodes_pkey, timers_pkey, runs_pkey, agenda_pkey; schedules_pkey for those that are done.
-- Locks: the timers in the order of their ids, in which the arrays are sorted; work-as-node.sql
-- comes before it.
-- Safe: the revision grows with every write of a timer, so the row is the one the run began with;
-- fence and lease are checked in the same statement, and whoever takes the shard away waits for the
-- node's lock. What misses one of them moves no timer and therefore appends nothing.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
held as materialized (
  select s.shard, s.fence
  from carillon.shards s, clock c
  where s.node = :node
    and exists (select from carillon.nodes n
                where n.id = :node and n.dead_at is null and n.expires_at > c.now)),
done as materialized (
  select d.*
  from unnest(:schedule_ids::uuid[], :shards::int[], :fences::bigint[], :revisions::int[],
              :next_slots::timestamptz[], :next_dues::timestamptz[], :next_buckets::bigint[],
              :run_ids::uuid[], :previous_ids::uuid[], :slots::timestamptz[], :repeats::int[],
              :started::timestamptz[], :completed::timestamptz[], :lateness::bigint[],
              :ends::boolean[])
    with ordinality as d (schedule_id, shard, fence, revision, next_slot, next_due, next_bucket,
                          run_id, previous_id, slot_at, repeat, started_at, completed_at,
                          lateness_ms, ends, ord)
  join held h on h.shard = d.shard and h.fence = d.fence
  order by d.ord),
moved as (
  update carillon.timers t
  set revision = t.revision + 1, slot_at = d.next_slot, due_at = d.next_due,
      repeat = t.repeat + 1, retry = 0, run_count = t.run_count + 1, consecutive_failures = 0,
      last_run_at = greatest(t.last_run_at, d.started_at), last_run_status = 'success',
      last_error = null, last_run_id = d.run_id, run_seq = t.run_seq + 1
  from done d
  where t.schedule_id = d.schedule_id and t.revision = d.revision
  returning d.ord, t.org_id, t.schedule_id, t.shard, d.next_bucket, d.run_id, d.previous_id,
            t.run_seq, d.slot_at, d.repeat, d.started_at, d.completed_at, d.lateness_ms, d.ends),
recorded as (
  insert into carillon.runs (id, schedule_id, previous_id, slot_at, started_at, completed_at,
                             lateness_ms, org_id, seq, repeat, retry, node, origin, status)
  select run_id, schedule_id, previous_id, slot_at, started_at, completed_at, lateness_ms, org_id,
         run_seq, repeat, 0, :node, 'schedule', 'success'
  from moved),
named as (
  insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
  select next_bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(schedule_id)
  from moved where next_bucket is not null group by next_bucket, org_id
  returning org_id, bucket, id, size),
ended as (
  update carillon.schedules s
  set status = 'done', status_reason = null, updated_at = c.now
  from moved m, clock c
  where m.ends and s.id = m.schedule_id and s.status = 'active')
select ord::int, 0 as org_id, 0 as bucket, 0 as id, 0 as size from moved
union all
select 0, org_id, bucket, id, size from named
