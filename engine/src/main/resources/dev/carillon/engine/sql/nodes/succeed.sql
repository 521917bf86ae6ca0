-- Declares the earlier nodes of a place dead: whoever holds the place now knows that they are gone.
-- Index: none, nodes are few. Locks: their rows; take-from-nodes.sql comes before it (see bury.sql).
with gone as materialized (
  select id from carillon.nodes
  where place = :place and id < :node and dead_at is null
  order by id for update)
update carillon.nodes n set dead_at = coalesce(:now::timestamptz, clock_timestamp())
from gone where n.id = gone.id
returning n.id
