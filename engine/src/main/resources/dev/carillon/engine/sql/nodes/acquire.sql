-- Takes shards that nobody owns, raising their fences.
-- Index: none, there are 64 rows. Locks: the node's row against its burial, then the shards taken;
-- shards that another node is taking are passed over.
-- Safe: a burial that comes first leaves no living node here; one that comes later sees the shards.
with me as materialized (
  select id from carillon.nodes where id = :node and dead_at is null for key share),
free as materialized (
  select s.shard from carillon.shards s
  where s.node is null and exists (select from me)
  order by s.shard limit :at_most for update skip locked)
update carillon.shards s set node = :node, fence = s.fence + 1
from free where s.shard = free.shard
returning s.shard, s.fence
