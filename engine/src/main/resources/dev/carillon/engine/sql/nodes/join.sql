-- Adds a node with a number that was never given before.
-- Index: nodes_pkey. Locks: the new row. Safe: numbers come from an identity.
insert into carillon.nodes (name, place, beat, started_at, expires_at, lease_ms)
select :name, :place::text, 1, c.now, c.now + :lease_ms::bigint * interval '1 millisecond',
       :lease_ms::bigint
from (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
returning id
