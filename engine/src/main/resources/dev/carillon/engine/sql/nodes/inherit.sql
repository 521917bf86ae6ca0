-- Gives the shards of dead nodes to an heir, or to nobody, with their fences raised.
-- Index: none, there are 64 rows. Locks: those rows, in the order of their numbers like everybody.
-- Safe: begin, complete and update hold FOR SHARE on the shards they write in, so this waits for
-- writes under way and every later one finds another owner and another fence.
with theirs as materialized (
  select shard from carillon.shards where node = any (:dead::int[]) order by shard for update)
update carillon.shards s set node = :heir::int, fence = s.fence + 1
from theirs where s.shard = theirs.shard
