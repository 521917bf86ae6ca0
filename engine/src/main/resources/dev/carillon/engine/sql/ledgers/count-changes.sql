-- Counts a change of timers in some shards, so that what nodes have in memory of them is looked at
-- again before it begins.
-- Index: changes_pkey. Locks: those rows, in the order of their numbers, after all others and until
-- the commit that follows.
with locked as materialized (
  select shard from carillon.changes where shard = any (:shards::int[]) order by shard for update)
update carillon.changes c set count = c.count + 1
from locked where c.shard = locked.shard
