-- Schedules of some statuses and targets, no more than :most.
-- The inner order is for the planner: without it, it read the table for a status that hardly any has.
-- Index: schedules_by_target alone. Locks: none.
select p.id
from unnest(:statuses::text[]) as st (status)
cross join unnest(:targets::text[]) as tg (target)
cross join lateral (
  select i.id from carillon.schedules i
  where i.org_id = :org and i.target = tg.target and i.status = st.status
  order by i.id
  limit :most::int) p
limit :most::int
