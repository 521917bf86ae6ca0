-- Reads who owns the shards, and holds off a change of owner.
-- Index: shards_pkey. Locks: FOR SHARE, in the order of their numbers, before any timer.
select shard, coalesce(node, 0) as node, fence from carillon.shards
where shard = any (:shards::int[]) order by shard for share
