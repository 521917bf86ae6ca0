-- Nodes that are alive, or died less than a day ago.
-- Index: none, nodes are few. Locks: none.
select n.id, n.name, n.beat, n.expires_at, n.lease_ms, n.dead_at is not null as dead,
       n.started_at,
       (select count(*) from carillon.shards s where s.node = n.id)::int as shards
from carillon.nodes n
where n.dead_at is null
   or n.dead_at > coalesce(:now::timestamptz, clock_timestamp()) - interval '1 day'
order by n.id
