-- Waits for the writes of nodes that are under way, and holds off further ones: before their shards
-- are taken away or given back.
-- Locks: the nodes' advisory locks, in the order of their numbers; see work-as-node.sql.
select pg_advisory_xact_lock(:class::int, n.id)
from (select unnest(:nodes::int[]) as id order by 1) n
