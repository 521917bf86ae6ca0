-- The schedules that are due soonest, and their timings. The agenda names them; names left
-- behind are recognised by their timer. The planner has no idea how many there are, and might read whole
-- tables but for the array and the offset.
-- Index: agenda_pkey, timers_pkey, cohorts_pkey, schedules_pkey. Locks: none.
select t.schedule_id, t.slot_at, t.due_at, s.name, s.target, s.cron, s.timezone, s.interval_ms,
       s.interval_from, s.anchor_at, s.run_at, s.start_at, s.end_at, s.jitter_ms
from (
  select n.schedule_id, n.slot_at, n.due_at from carillon.current_timers n
  where n.schedule_id = any (array(
      select unnest(a.schedule_ids) from carillon.agenda a
      where a.org_id = :org and a.bucket >= :first_bucket and a.bucket <= :last_bucket))
    and n.due_at >= :from::timestamptz and n.due_at < :to::timestamptz
  order by n.due_at, n.schedule_id
  limit :limit::int) t
cross join lateral (select * from carillon.schedules d where d.id = t.schedule_id offset 0) s
order by t.due_at, t.schedule_id
