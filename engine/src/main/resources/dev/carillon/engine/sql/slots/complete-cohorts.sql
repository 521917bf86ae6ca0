-- Settles runs that succeeded on the short path, of members of cohorts: moves each cohort on, or
-- notes which of its members have moved, names them in the agenda where they come due in another
-- bucket, and appends their history. It is to members what complete.sql is to all others.
-- Index: nodes_pkey, cohorts_pkey, runs_pkey, agenda_pkey.
-- Locks: the cohorts in the order of their numbers, in which the arrays are sorted; work-as-node.sql
-- comes before it.
-- Safe: a cohort's revision is that of its members that have yet to run the slot, so those with
-- their bits neither among the moved nor among the gone are as they were when their runs began; and
-- those that have moved on before go on to the same slot. Fence and lease are checked as in complete.sql.
-- A cohort is settled as it is given here, or not at all.
-- The arrays of runs have a place for each member of each cohort, from "firsts" on; where a member
-- has no run here, the run's id is zero. When all members are here, what is kept of their runs is a
-- part of the array as it came; otherwise it is put together from both.
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
  update carillon.cohorts c
  set moved = case when c.moved | c.gone | k.members = k.every then 0 else c.moved | k.members end,
      slot_at = case when c.moved | c.gone | k.members = k.every then k.next_slot else c.slot_at end,
      due_at = case when c.moved | c.gone | k.members = k.every then k.next_due else c.due_at end,
      next_slot_at = case when c.moved | c.gone | k.members = k.every then null else k.next_slot end,
      next_due_at = case when c.moved | c.gone | k.members = k.every then null else k.next_due end,
      revision = c.revision + (c.moved | c.gone | k.members = k.every)::int,
      repeat = c.repeat + (c.moved | c.gone | k.members = k.every)::int,
      last_run_ids = case when k.members = k.every then (:run_ids::uuid[])[k.first : k.last] else (
        select array_agg(case when k.members >> i & 1 = 1 then (:run_ids::uuid[])[k.first + i]
                              else coalesce(c.last_run_ids[i + 1],
                                            '00000000-0000-0000-0000-000000000000') end order by i)
        from generate_series(0, c.size - 1) as i) end,
      last_run_ats = case when k.members = k.every then (:started::timestamptz[])[k.first : k.last] else (
        select array_agg(case when k.members >> i & 1 = 1 then (:started::timestamptz[])[k.first + i]
                              else coalesce(c.last_run_ats[i + 1], '-infinity') end order by i)
        from generate_series(0, c.size - 1) as i) end
  from held h,
    (select i, (:firsts::int[])[i] as first, (:lasts::int[])[i] as last,
            (:members::bigint[])[i] as members,
            ~(-1::bigint << ((:lasts::int[])[i] - (:firsts::int[])[i] + 1)) as every,
            (:next_slots::timestamptz[])[i] as next_slot, (:next_dues::timestamptz[])[i] as next_due
     from unnest(:ordinals::int[]) as i) k
  where c.id = (:cohort_ids::bigint[])[k.i]
    and c.revision = (:revisions::int[])[k.i]
    and c.size = k.last - k.first + 1
    and (c.moved | c.gone) & k.members = 0
    and (c.moved & ~c.gone = 0 or (c.next_slot_at = k.next_slot and c.next_due_at = k.next_due))
    and h.shards >> c.shard & 1 = 1
  returning k.i, c.id, c.org_id, c.shard, k.first, k.last, k.members,
            nullif((:next_buckets::bigint[])[k.i], -9223372036854775808) as bucket),
runs as materialized (
  select i, org_id, bucket, n from (
    select m.i as n, m.org_id, m.bucket, generate_series(m.first, m.last) as i from moved m) m
  where (:run_ids::uuid[])[i] <> '00000000-0000-0000-0000-000000000000'),
recorded as (
  insert into carillon.runs (id, schedule_id, previous_id, slot_at, started_at, completed_at,
                             lateness_ms, org_id, seq, repeat, retry, node, origin, status)
  select (:run_ids::uuid[])[i], (:schedule_ids::uuid[])[i],
         nullif((:previous_ids::uuid[])[i], '00000000-0000-0000-0000-000000000000'),
         (:slots::timestamptz[])[n], (:started::timestamptz[])[i], (:completed::timestamptz[])[i],
         (:lateness::bigint[])[i], org_id, (:repeats::int[])[n] + 1, (:repeats::int[])[n], 0, :node,
         'schedule', 'success'
  from runs),
named as (
  insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids, cohort_ids, cohort_members)
  select m.bucket, m.shards, m.org_id, cardinality(r.ids), r.ids, m.ids, m.members
  from (select bucket, org_id, bit_or(1::bigint << shard) as shards, array_agg(id) as ids,
               array_agg(members) as members
        from moved where bucket is not null group by bucket, org_id) m
  cross join lateral (
    select array_agg((:schedule_ids::uuid[])[r.i]) as ids
    from runs r where r.bucket = m.bucket and r.org_id = m.org_id) r
  returning org_id, bucket, id, size)
select string_agg(int4send(i), '') as applied, null::bytea as places,
       0 as org_id, 0 as bucket, 0 as id, 0 as size
from moved
union all
select null, null, org_id, bucket, id, size from named
