-- The earlier nodes of a place that nobody has declared dead.
-- Index: none, nodes are few. Locks: none; succeed.sql looks again.
select id from carillon.nodes where place = :place and id < :node and dead_at is null order by id
