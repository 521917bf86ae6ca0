-- Writes down which slots a node is about to begin, and says which of them it may begin, and how
-- often timers of their shards had been changed by then. For those that begin-unchanged.sql is not
-- sure of.
-- Index: nodes_pkey, timers_pkey, cohorts_pkey; there are 64 shards. Locks: none further: work-as-node.sql comes
-- before it.
-- Safe: whoever takes a shard away waits for the node's lock. It comes first, and the shards read
-- here are another's; or it comes later, and then the note is there to be found. A timer's slot and
-- revision are as they were at the start of the statement: a pause that commits meanwhile comes
-- after the beginning.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
held as materialized (
  select s.shard, s.fence
  from carillon.shards s, clock c
  where s.node = :node
    and exists (select from carillon.nodes n
                where n.id = :node and n.dead_at is null and n.expires_at > c.now)),
granted as materialized (
  select k.ord, k.schedule_id, k.run_id, k.slot_at, g.count + h.fence as changes
  from unnest(:schedule_ids::uuid[], :run_ids::uuid[], :shards::int[], :fences::bigint[],
              :slots::timestamptz[], :revisions::int[])
    with ordinality as k (schedule_id, run_id, shard, fence, slot_at, revision, ord)
  join held h on h.shard = k.shard and h.fence = k.fence
  join carillon.changes g on g.shard = k.shard
  cross join clock c
  cross join lateral (
    select from carillon.current_timers t
    where t.schedule_id = k.schedule_id
      and t.slot_at = k.slot_at and t.revision = k.revision and t.due_at <= c.now + :ahead_ms::int * interval '1 millisecond'
    offset 0) t),
note as (
  insert into carillon.intents (node, batch, begun_at, schedule_ids, run_ids, slots)
  select :node, :batch, c.now, g.schedule_ids, g.run_ids, g.slots
  from clock c, (select array_agg(schedule_id) as schedule_ids, array_agg(run_id) as run_ids,
                        array_agg(slot_at) as slots from granted) g
  where g.run_ids is not null)
select c.now, g.ord::int, g.changes from clock c left join granted g on true
