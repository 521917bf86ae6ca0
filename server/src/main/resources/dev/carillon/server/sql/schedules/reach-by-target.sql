-- How far a look at schedules of some statuses and targets reaches: of the next :share of each pair, the
-- last one of the pair that ends first; as reach.
-- Index: schedules_by_target alone. Locks: none.
select p.id
from unnest(:statuses::text[]) as st (status)
cross join unnest(:targets::text[]) as tg (target)
cross join lateral (
  select i.id from carillon.schedules i
  where i.org_id = :org and i.target = tg.target and i.status = st.status and i.id > :after::uuid
  order by i.id
  offset :share::int - 1
  limit 1) p
order by p.id
limit 1
