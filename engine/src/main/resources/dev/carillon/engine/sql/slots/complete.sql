-- Settles runs that succeeded on the short path: moves their timers on, names those in the agenda
-- that come due in another bucket, and appends their history.
-- Index: nodes_pkey, runs_pkey, agenda_pkey; timers by their places; schedules_pkey for those that
-- are done.
-- Locks: the timers in the order of their ids, in which the arrays are sorted; work-as-node.sql
-- comes before it.
-- Safe: the revision grows with every write of a timer, so the row is the one the run began with,
-- and lies where it lay then; fence and lease are checked in the same statement, and whoever takes
-- the shard away waits for the node's lock. What misses one of them moves no timer and therefore
-- appends nothing.
-- A place costs 1.5 µs to look up, the primary key 3.5 µs. Those applied come back as one row of
-- four bytes each, and of six bytes for each one's new place: a row for each would cost the
-- database and the driver more; how much was not measured.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
held as materialized (
  select coalesce(bit_or(1::bigint << s.shard), 0) as shards
  from clock c
  join carillon.nodes n on n.id = :node and n.dead_at is null and n.expires_at > c.now
  join carillon.shards s on s.node = n.id
  join unnest(:shards::int[], :fences::bigint[]) as k (shard, fence)
    on k.shard = s.shard and k.fence = s.fence),
moved as (
  update carillon.timers t
  set revision = t.revision + 1, slot_at = d.next_slot, due_at = d.next_due,
      repeat = t.repeat + 1, retry = 0, run_count = t.run_count + 1, consecutive_failures = 0,
      last_run_at = greatest(t.last_run_at, d.started_at), last_run_status = 'success',
      last_error = null, last_run_id = d.run_id, run_seq = t.run_seq + 1
  from held h,
    unnest(:schedule_ids::uuid[], :places::tid[], :revisions::int[], :next_slots::timestamptz[],
           :next_dues::timestamptz[], :next_buckets::bigint[], :run_ids::uuid[],
           :previous_ids::uuid[], :slots::timestamptz[], :started::timestamptz[],
           :completed::timestamptz[], :lateness::bigint[], :ends::boolean[])
      with ordinality as d (schedule_id, place, revision, next_slot, next_due, next_bucket, run_id,
                            previous_id, slot_at, started_at, completed_at, lateness_ms, ends, ord)
  where t.ctid = d.place and t.schedule_id = d.schedule_id and t.revision = d.revision
    and h.shards >> t.shard & 1 = 1
  returning d.ord, t.ctid as place, t.org_id, t.schedule_id, t.shard, d.next_bucket, d.run_id,
            d.previous_id, t.run_seq, d.slot_at, t.repeat - 1 as repeat, d.started_at,
            d.completed_at, d.lateness_ms, d.ends),
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
select string_agg(int4send(ord::int), '') as applied, string_agg(tidsend(place), '') as places,
       0 as org_id, 0 as bucket, 0 as id, 0 as size
from moved
union all
select null, null, org_id, bucket, id, size from named
