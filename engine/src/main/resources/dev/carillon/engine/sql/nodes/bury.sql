-- Declares a node dead, if its lease has run out and it has not beaten since it was seen.
-- Index: nodes_pkey. Locks: the rows of the node and its heir, in the order of their numbers;
-- take-from-nodes.sql comes before it, so that no write of the node is under way.
-- Safe: both conditions are checked again on the row as it is once it is locked.
with both_nodes as materialized (
  select id, beat, expires_at, dead_at from carillon.nodes
  where id in (:node, :heir) order by id for update)
update carillon.nodes n set dead_at = c.now
from both_nodes b, (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
where n.id = b.id and b.id = :node
  and b.dead_at is null and b.beat = :beat_seen and b.expires_at <= c.now
