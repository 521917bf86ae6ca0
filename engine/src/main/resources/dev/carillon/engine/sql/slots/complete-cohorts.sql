-- Settles runs that succeeded on the short path, of members of cohorts: moves each cohort on, or
-- notes which of its members have moved, names them in the agenda where they come due in another
-- bucket, and appends their history. It is to members what complete.sql is to all others.
-- Index: nodes_pkey, cohorts_pkey, runs_pkey, agenda_pkey.
-- Locks: the cohorts in the order of their numbers, in which the arrays are sorted; work-as-node.sql
-- comes before it.
-- Safe: a cohort's revision is that of its members that have yet to run the slot, so those with
-- their bits neither among the moved nor among the gone are as they were when their runs began, and
-- only those are settled; those that have moved on before go on to the same slot. Fence and lease are
-- checked as in complete.sql.
-- The arrays of runs have a seat for each member of each cohort, from "firsts" on; where a member
-- has no run here, the run's id is zero. When all members are here, what is kept of their runs is a
-- part of the array as it came; otherwise it is put together from both. Cohorts that come due in one
-- bucket sit side by side, so that what names them is a part of the array, too; a name of one that
-- was not settled is one that it has moved on from. Moments of runs come as seconds since 1970, which
-- are exact to the microsecond and taken as they are; a timestamptz is looked up in the calendar to
-- see whether it is one, which takes 0.1 µs.
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
  set moved = case when c.moved | c.gone | k.members = k.every then 0
                   else (c.moved | k.members) & ~c.gone end,
      slot_at = case when c.moved | c.gone | k.members = k.every then k.next_slot else c.slot_at end,
      due_at = case when c.moved | c.gone | k.members = k.every then k.next_due else c.due_at end,
      next_slot_at = case when c.moved | c.gone | k.members = k.every then null else k.next_slot end,
      next_due_at = case when c.moved | c.gone | k.members = k.every then null else k.next_due end,
      revision = c.revision + (c.moved | c.gone | k.members = k.every)::int,
      repeat = c.repeat + (c.moved | c.gone | k.members = k.every)::int,
      settled = k.members & ~(c.moved | c.gone),
      last_run_ids = case
        when k.members & ~(c.moved | c.gone) = k.every then (:run_ids::uuid[])[k.first : k.last]
        else (select array_agg(case when (k.members & ~(c.moved | c.gone)) >> i & 1 = 1
                                    then (:run_ids::uuid[])[k.first + i]
                                    else coalesce(c.last_run_ids[i + 1],
                                                  '00000000-0000-0000-0000-000000000000') end order by i)
              from generate_series(0, c.size - 1) as i) end,
      last_run_ats = case
        when k.members & ~(c.moved | c.gone) = k.every then (:started::float8[])[k.first : k.last]
        else (select array_agg(case when (k.members & ~(c.moved | c.gone)) >> i & 1 = 1
                                    then (:started::float8[])[k.first + i]
                                    else coalesce(c.last_run_ats[i + 1], '-infinity') end order by i)
              from generate_series(0, c.size - 1) as i) end
  from held h,
    (select i, (:firsts::int[])[i] as first, (:lasts::int[])[i] as last,
            (:members::bigint[])[i] as members,
            ~(-1::bigint << ((:lasts::int[])[i] - (:firsts::int[])[i] + 1)) as every,
            (:next_slots::timestamptz[])[i] as next_slot, (:next_dues::timestamptz[])[i] as next_due
     from unnest(:ordinals::int[]) as i) k
  where c.id = (:cohort_ids::bigint[])[k.i]
    and c.revision = (:revisions::int[])[k.i] and c.slot_at = (:slots::timestamptz[])[k.i]
    and c.size = k.last - k.first + 1
    and k.members & ~(c.moved | c.gone) <> 0
    and (c.moved & ~c.gone = 0 or (c.next_slot_at = k.next_slot and c.next_due_at = k.next_due))
    and h.shards >> c.shard & 1 = 1
  returning k.i, c.org_id, k.first, k.last, c.settled),
recorded as (
  insert into carillon.runs (id, schedule_id, previous_id, slot_at, started_at, completed_at,
                             lateness_ms, org_id, seq, repeat, retry, node, origin, status)
  select (:run_ids::uuid[])[i], (:schedule_ids::uuid[])[i],
         nullif((:previous_ids::uuid[])[i], '00000000-0000-0000-0000-000000000000'), slot_at,
         to_timestamp((:started::float8[])[i]), to_timestamp((:completed::float8[])[i]),
         (:lateness::bigint[])[i], org_id, repeat + 1, repeat, 0, :node, 'schedule', 'success'
  from (select generate_series(m.first, m.last) as i, m.first, m.settled, m.org_id, (:slots::timestamptz[])[m.i] as slot_at,
               (:repeats::int[])[m.i] as repeat
        from moved m) m
  where settled >> (i - first) & 1 = 1),
named as (
  insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids, cohort_ids, cohort_members)
  select (:name_buckets::bigint[])[n], (:name_shards::bigint[])[n], (:name_orgs::int[])[n],
         cardinality(s.schedule_ids), s.schedule_ids,
         (:cohort_ids::bigint[])[(:name_cohorts::int[])[n] : (:name_last_cohorts::int[])[n]],
         (:members::bigint[])[(:name_cohorts::int[])[n] : (:name_last_cohorts::int[])[n]]
  from unnest(:names::int[]) as n
  cross join lateral (
    select (:schedule_ids::uuid[])[(:name_firsts::int[])[n] : (:name_lasts::int[])[n]] as seats) a
  cross join lateral (
    select case when (:name_gaps::boolean[])[n]
                then array_remove(seats, '00000000-0000-0000-0000-000000000000')
                else seats end as schedule_ids) s
  where exists (select from moved)
  returning org_id, bucket, id, size)
select string_agg(int4send(i) || int8send(settled), '') as applied, null::bytea as places,
       0 as org_id, 0 as bucket, 0 as id, 0 as size
from moved
union all
select null, null, org_id, bucket, id, size from named
