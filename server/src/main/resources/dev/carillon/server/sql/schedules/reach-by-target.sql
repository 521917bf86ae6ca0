-- How far a look at the next :most schedules of some statuses and targets reaches; as reach. Of each pair
-- as many are read of its index, since they may all be of one.
-- Index: schedules_by_target alone. Locks: none.
select p.id
from unnest(:statuses::text[]) as st (status)
cross join unnest(:targets::text[]) as tg (target)
cross join lateral (
  select i.id from carillon.schedules i
  where i.org_id = :org and i.target = tg.target and i.status = st.status and i.id > :after::uuid
  order by i.id
  limit :most::int) p
order by p.id
offset :most::int - 1
limit 1
