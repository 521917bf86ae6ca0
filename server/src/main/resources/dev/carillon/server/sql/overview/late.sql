-- Schedules whose slot is overdue and has not begun, the most overdue first; counted up to 1,000.
-- The failures are those of the row itself: members of cohorts have none.
-- Index: agenda_pkey, timers_pkey, cohorts_pkey, schedules_pkey. Locks: none.
with found as materialized (
  select t.schedule_id, t.due_at from carillon.current_timers t
  where t.schedule_id = any (array(
      select unnest(a.schedule_ids) from carillon.agenda a
      where a.org_id = :org
        and a.bucket <= floor(extract(epoch from now() - :millis * interval '1 ms') / 2)::bigint
      order by a.bucket, a.id
      limit 1000))
    and t.slot_at is not null and t.due_at < now() - :millis * interval '1 ms'
  limit 1000)
select s.id, s.name, f.due_at as since, null::text as reason, t.consecutive_failures, t.last_error,
       f.due_at, null::uuid as grant_id, null::timestamptz as expires_at,
       (select count(*) from found) as total
from (select * from found order by due_at limit :limit::int) f
join carillon.schedules s on s.id = f.schedule_id
join carillon.timers t on t.schedule_id = f.schedule_id
order by f.due_at
