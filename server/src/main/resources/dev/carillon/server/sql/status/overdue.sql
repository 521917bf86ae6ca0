-- How late the most overdue schedule of all is, in milliseconds; 0 when none is. Looks at the oldest
-- names in the agenda; names left behind are recognised by their timer, and passed buckets are few.
-- Index: agenda_pkey, timers_pkey, cohorts_pkey. Locks: none.
select coalesce(max(extract(epoch from now() - t.due_at) * 1000), 0)::bigint as overdue_ms,
       current_setting('server_version') as postgres
from (
  select a.schedule_ids from carillon.agenda a
  where a.bucket <= floor(extract(epoch from now()) / 2)::bigint
  order by a.bucket, a.id
  limit 100) passed
cross join lateral unnest(passed.schedule_ids) as named (id)
join carillon.current_timers t on t.schedule_id = named.id and t.due_at < now()
