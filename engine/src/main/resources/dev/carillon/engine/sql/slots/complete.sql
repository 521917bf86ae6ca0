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
-- Elements are fetched by number: unnest puts every array into a store of its own before the first
-- row comes out, 2.5 µs for the thirteen of a run against 0.7 µs. So no array may have a null in
-- it, which would turn the fetching of an element into a walk to it: there are values for "none".
-- The numbers are an array too: of generate_series the planner expects a thousand rows, for which
-- it would read a small table of timers whole. Moments of runs come as seconds since 1970, see
-- complete-cohorts.sql.
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
  set revision = t.revision + 1,
      slot_at = nullif((:next_slots::timestamptz[])[d.i], '-infinity'),
      due_at = nullif((:next_dues::timestamptz[])[d.i], '-infinity'),
      repeat = t.repeat + 1, retry = 0, run_count = t.run_count + 1, consecutive_failures = 0,
      last_run_at = greatest(t.last_run_at, d.started_at),
      last_run_status = 'success', last_error = null, last_run_id = (:run_ids::uuid[])[d.i],
      run_seq = t.run_seq + 1
  from held h,
    (select i, to_timestamp((:started::float8[])[i]) as started_at
     from unnest(:ordinals::int[]) as i) d
  where t.ctid = (:places::tid[])[d.i]
    and t.schedule_id = (:schedule_ids::uuid[])[d.i]
    and t.revision = (:revisions::int[])[d.i]
    and h.shards >> t.shard & 1 = 1
  returning d.i, t.ctid as place, t.schedule_id, t.last_run_id as run_id, d.started_at, t.org_id,
            t.run_seq, t.repeat - 1 as repeat, t.shard),
recorded as (
  insert into carillon.runs (id, schedule_id, previous_id, slot_at, started_at, completed_at,
                             lateness_ms, org_id, seq, repeat, retry, node, origin, status)
  select run_id, schedule_id,
         nullif((:previous_ids::uuid[])[i], '00000000-0000-0000-0000-000000000000'),
         (:slots::timestamptz[])[i], started_at, to_timestamp((:completed::float8[])[i]),
         (:lateness::bigint[])[i], org_id, run_seq, repeat, 0, :node, 'schedule', 'success'
  from moved),
named as (
  insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
  select bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(schedule_id)
  from (select nullif((:next_buckets::bigint[])[i], -9223372036854775808) as bucket, org_id, shard,
               schedule_id
        from moved) m
  where bucket is not null group by bucket, org_id
  returning org_id, bucket, id, size),
ended as (
  update carillon.schedules s
  set status = 'done', status_reason = null, updated_at = c.now
  from moved m, clock c
  where (:ends::boolean[])[m.i] and s.id = m.schedule_id and s.status = 'active')
select string_agg(int4send(i), '') as applied, string_agg(tidsend(place), '') as places,
       0 as org_id, 0 as bucket, 0 as id, 0 as size
from moved
union all
select null, null, org_id, bucket, id, size from named
