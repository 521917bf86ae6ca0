-- How late the most overdue schedule of all is, in milliseconds; 0 when none is.
-- Index: timers_due, one probe per shard. Locks: none.
select coalesce(max(extract(epoch from now() - first.due_at) * 1000), 0)::bigint as overdue_ms,
       current_setting('server_version') as postgres
from carillon.shards s
left join lateral (
  select t.due_at from carillon.timers t
  where t.shard = s.shard and t.due_at is not null
  order by t.due_at
  limit 1) first on first.due_at < now()
