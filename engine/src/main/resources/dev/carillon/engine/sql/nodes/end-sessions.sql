-- Ends the sessions in which a node that is to be buried holds its lock. One whose connection froze
-- while a statement was on its way has taken the lock and waits for the rest, which no timeout ends.
-- Index: none, nodes and locks are few. Locks: none.
-- Safe: the conditions are those of bury.sql; whatever such a node still writes would be refused.
select pg_terminate_backend(l.pid)
from pg_locks l
join pg_stat_activity a on a.pid = l.pid
cross join (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
join carillon.nodes n on n.id = :node and n.dead_at is null and n.beat = :beat_seen
  and (n.expires_at <= c.now or n.expires_at > c.now + n.lease_ms * interval '1 millisecond')
where l.locktype = 'advisory' and l.granted and l.classid = :class::int::oid
  and l.objid = n.id::oid and l.objsubid = 2 and a.datname = current_database()
  and a.usename = current_user and l.pid <> pg_backend_pid()
