-- The shards a node owns.
-- Index: none, there are 64 rows. Locks: none.
select shard, fence from carillon.shards where node = :node order by shard
