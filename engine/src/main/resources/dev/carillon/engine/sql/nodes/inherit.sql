-- Gives the shards of dead nodes to an heir, or to nobody, with their fences raised.
-- Index: none, there are 64 rows. Locks: those rows, in the order of their numbers like everybody.
-- Safe: take-from-nodes.sql comes before it and waits for the dead nodes' writes; the books of
-- everybody else hold FOR SHARE on the shards they are in. Every later write finds another owner
-- and another fence.
with theirs as materialized (
  select shard from carillon.shards where node = any (:dead::int[]) order by shard for update)
update carillon.shards s set node = :heir::int, fence = s.fence + 1
from theirs where s.shard = theirs.shard
