-- Gives shards back that the node still owns under these fences.
-- Index: none, there are 64 rows. Locks: those rows, in the order of their numbers.
-- Safe: take-from-nodes.sql comes before it, so that no write of the node is under way; the next
-- owner raises the fence.
with given as materialized (
  select s.shard from carillon.shards s
  join unnest(:shards::int[], :fences::bigint[]) as g (shard, fence)
    on s.shard = g.shard and s.fence = g.fence
  where s.node = :node order by s.shard for update of s)
update carillon.shards s set node = null from given where s.shard = given.shard
