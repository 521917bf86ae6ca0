-- Ends a node: it is dead from now on, and what it forgot to settle is found as its estate.
-- Index: nodes_pkey. Locks: its row; take-from-nodes.sql comes before it (see bury.sql).
with me as materialized (
  select id from carillon.nodes where id = :node and dead_at is null for update)
update carillon.nodes n set dead_at = coalesce(:now::timestamptz, clock_timestamp())
from me where n.id = me.id
