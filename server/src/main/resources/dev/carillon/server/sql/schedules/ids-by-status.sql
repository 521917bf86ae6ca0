-- Schedules of some statuses and targets, no more than :most.
-- Index: schedules_by_target alone, as reach-by-target. Locks: none.
select p.id
from unnest(:statuses::text[]) as st (status)
cross join unnest(:targets::text[]) as tg (target)
cross join lateral (
  select i.id from carillon.schedules i
  where i.org_id = :org
    and (i.target, i.status, i.id) >= (tg.target, st.status, '00000000-0000-0000-0000-000000000000'::uuid)
    and (i.target, i.status, i.id) <= (tg.target, st.status, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by i.target, i.status, i.id
  limit :most::int) p
limit :most::int
