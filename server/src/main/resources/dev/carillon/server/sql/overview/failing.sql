-- Active schedules whose latest runs failed for good, those with most failures first; counted up to
-- 1,000.
-- None of them is a member of a cohort, so that their own rows say all: whoever fails has left.
-- Index: timers_failing, schedules_pkey. Locks: none.
with found as materialized (
  select s.id, s.name, t.last_run_at, t.consecutive_failures, t.last_error, t.due_at
  from carillon.timers t
  join carillon.schedules s on s.id = t.schedule_id
  where t.org_id = :org and t.consecutive_failures > 0 and s.org_id = :org and s.status = 'active'
  limit 1000)
select f.id, f.name, f.last_run_at as since, null::text as reason, f.consecutive_failures,
       f.last_error, f.due_at, null::uuid as grant_id, null::timestamptz as expires_at,
       (select count(*) from found) as total
from found f
order by f.consecutive_failures desc, f.last_run_at desc
limit :limit::int
