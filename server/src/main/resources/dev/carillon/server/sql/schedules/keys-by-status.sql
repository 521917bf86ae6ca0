-- What schedules of some statuses and targets are sorted by; no more than :most.
-- The inner order is for the planner: without it, it read the table for a status that hardly any has.
-- Index: schedules_by_target, schedules_pkey, timers_pkey. Locks: none.
-- One by one: the planner takes a limit that it does not know for a tenth of the table, and read all of it.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from (
  select p.id
  from unnest(:statuses::text[]) as st (status)
  cross join unnest(:targets::text[]) as tg (target)
  cross join lateral (
    select i.id from carillon.schedules i
    where i.org_id = :org and i.target = tg.target and i.status = st.status
    order by i.id
    limit :most::int) p
  limit :most::int) few
cross join lateral (select * from carillon.schedules d where d.id = few.id offset 0) s
cross join lateral (
  select due_at, last_run_at from carillon.timers k where k.schedule_id = few.id offset 0) t
