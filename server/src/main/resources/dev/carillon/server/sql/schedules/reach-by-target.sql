-- How far a look at the next :most schedules of some statuses and targets reaches; as reach. Of each pair
-- as many are read of its index, since they may all be of one.
-- Index: schedules_by_target alone. Locks: none.
-- One range of that index, and in its order: asked by equality and in the order of ids, schedules_by_org serves as
-- well, and by that all are looked at for what hardly any has.
select p.id
from unnest(:statuses::text[]) as st (status)
cross join unnest(:targets::text[]) as tg (target)
cross join lateral (
  select i.id from carillon.schedules i
  where i.org_id = :org
    and (i.target, i.status, i.id) > (tg.target, st.status, :after::uuid)
    and (i.target, i.status, i.id) <= (tg.target, st.status, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  order by i.target, i.status, i.id
  limit :most::int) p
order by p.id
offset :most::int - 1
limit 1
