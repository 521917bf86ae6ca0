-- Schedules that died or were paused by their failures, the latest first; counted up to 1,000.
-- None of them is a member of a cohort: whoever ends or fails has left.
-- Index: schedules_ended_by_failures, schedules_pkey, timers_pkey. Locks: none.
with found as materialized (
  select s.id, s.updated_at from carillon.schedules s
  where s.org_id = :org
    and (s.status = 'dead'
         or (s.status = 'paused' and s.status_reason ~ '^([0-9]+ consecutive failures;|grant |there is no grant |the schedule names no grant)'))
    and s.status = :status
  order by s.updated_at desc
  limit 1000)
select s.id, s.name, f.updated_at as since, s.status_reason as reason, t.consecutive_failures,
       t.last_error, null::timestamptz as due_at, null::uuid as grant_id,
       null::timestamptz as expires_at, (select count(*) from found) as total
from (select * from found order by updated_at desc limit :limit::int) f
join carillon.schedules s on s.id = f.id
join carillon.timers t on t.schedule_id = f.id
order by f.updated_at desc
