-- Renews a node's lease.
-- Index: nodes_pkey. Locks: the node's row, in a mode that does not conflict with its writes.
-- Safe: a node that was declared dead is not revived; the row is read again after waiting for bury.
update carillon.nodes n
set beat = n.beat + 1, expires_at = c.now + :lease_ms::bigint * interval '1 millisecond',
    lease_ms = :lease_ms::bigint
from (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
where n.id = :node and n.dead_at is null
