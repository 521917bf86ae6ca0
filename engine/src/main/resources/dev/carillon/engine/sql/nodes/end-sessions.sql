-- Ends the sessions in which a node whose lease has run out has held its lock for a while. One whose
-- connection froze while a statement was on its way has taken the lock and waits for the rest, which
-- no timeout ends. Others are done in milliseconds.
-- Index: none, locks are few. Locks: none. Safe: whatever such a node still writes would be refused.
select pg_terminate_backend(l.pid)
from pg_locks l
join pg_stat_activity a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.classid = :class::int::oid
  and l.objid = :node::int::oid and l.objsubid = 2 and a.datname = current_database()
  and a.usename = current_user and l.pid <> pg_backend_pid()
  and a.xact_start < clock_timestamp() - interval '1 second'
