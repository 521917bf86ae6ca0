-- The heir, if it lives; its row is locked by bury.sql before. Shards of a dead heir would be lost.
-- Index: nodes_pkey. Locks: none further.
select id from carillon.nodes where id = :heir and dead_at is null
