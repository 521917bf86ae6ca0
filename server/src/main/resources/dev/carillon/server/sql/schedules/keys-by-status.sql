-- What schedules of some statuses and targets are sorted by; no more than :most.
-- Index: schedules_by_target, schedules_pkey, timers_pkey. Locks: none.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from (
  select p.id
  from unnest(:statuses::text[]) as st (status)
  cross join unnest(:targets::text[]) as tg (target)
  cross join lateral (
    select i.id from carillon.schedules i
    where i.org_id = :org and i.target = tg.target and i.status = st.status
    limit :most::int) p
  limit :most::int) few
join carillon.schedules s on s.id = few.id
join carillon.timers t on t.schedule_id = s.id
