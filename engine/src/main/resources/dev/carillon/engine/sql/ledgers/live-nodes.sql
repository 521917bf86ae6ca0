-- The time at which commands are decided, and the nodes whose leases have not run out by then.
-- Index: none, nodes are few. Locks: none further. Asked when all locks are held, so that the time
-- lies after that of every earlier decision about the same schedules.
select c.now, n.id
from (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
left join carillon.nodes n on n.dead_at is null and n.expires_at > c.now
