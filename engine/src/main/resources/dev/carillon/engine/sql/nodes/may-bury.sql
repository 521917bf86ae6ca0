-- Whether a node's lease has run out, and it has not beaten since it was seen; see bury.sql, which
-- looks again.
-- Index: nodes_pkey. Locks: none.
select n.id from carillon.nodes n
cross join (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
where n.id = :node and n.dead_at is null and n.beat = :beat_seen
  and (n.expires_at <= c.now or n.expires_at > c.now + n.lease_ms * interval '1 millisecond')
