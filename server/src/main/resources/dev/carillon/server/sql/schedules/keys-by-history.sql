-- The schedules that ran last since :since, newest first, and when; the next :most of them. Every start
-- since then is among the newest :walk runs or among those out of order, as history-reach says.
-- Index: runs_pkey, backwards; runs_out_of_order. Locks: none.
select c.id, c.key
from (
  select r.schedule_id as id, -date_part('epoch', max(r.started_at)) as key
  from (
    (select n.schedule_id, n.started_at from carillon.runs n
     where n.org_id = :org and n.id >= :from_id::uuid
     order by n.org_id desc, n.id desc
     limit :walk::int * 2)
    union all
    (select o.schedule_id, o.started_at from carillon.runs o
     where o.org_id = :org and o.completed_at >= :since::timestamptz
       and (o.origin <> 'schedule' or o.completed_at - o.slot_at > interval '30 seconds'))) r
  where r.started_at >= :since::timestamptz
  group by r.schedule_id) c
where (c.key, c.id) > (:key::float8, :after::uuid)
order by c.key, c.id
limit :most::int
