-- Writes down which slots a node is about to begin: all of them, or none, without a look at their
-- timers.
-- Index: nodes_pkey; there are 64 shards and counts. Locks: none further: work-as-node.sql comes
-- before it.
-- Safe: whoever takes a shard away waits for the node's lock, as in begin.sql. Whoever changes a
-- timer counts it in the same transaction, but for runs of the shard's owner; and every new owner
-- raises the fence. So while the sum of both stands where it stood when the timer was read, nobody
-- but the node itself has written the timer, and the node knows what it has written.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
granted as materialized (
  select count(*) = cardinality(:shards::int[]) as all
  from clock c
  join carillon.nodes n on n.id = :node and n.dead_at is null and n.expires_at > c.now
  join carillon.shards s on s.node = n.id
  join carillon.changes g on g.shard = s.shard
  join unnest(:shards::int[], :fences::bigint[], :changes::bigint[], :last_dues::timestamptz[])
    as k (shard, fence, changes, last_due)
    on k.shard = s.shard and k.fence = s.fence and k.changes = g.count + s.fence
    and k.last_due <= c.now + :ahead_ms::int * interval '1 millisecond'),
note as (
  insert into carillon.intents (node, batch, begun_at, schedule_ids, run_ids, slots)
  select :node, :batch, c.now, :schedule_ids::uuid[], :run_ids::uuid[], :slots::timestamptz[]
  from clock c, granted g
  where g.all)
select c.now, g.all from clock c, granted g
