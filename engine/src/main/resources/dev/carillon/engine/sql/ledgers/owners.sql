-- The nodes that own some shards.
-- Index: none, there are 64 rows. Locks: none; lock-shards.sql looks again.
select distinct node from carillon.shards where shard = any (:shards::int[]) and node is not null
