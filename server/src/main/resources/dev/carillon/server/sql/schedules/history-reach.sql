-- How far back the newest :most runs of an organization tell who ran last: the least id of them, and
-- the moment from which on all that started is among them or out of order. No row, when more than
-- :most are out of order since then, none of the newest is in order, or runs of another system have
-- been added of late.
-- Index: runs_pkey, backwards; runs_out_of_order, imported_pasts_pkey. Locks: none.
-- Safe: a run in order ends within half a minute of its slot, which its id begins with. So one that
-- started 31 seconds after the slot of the least id has a greater id. Nothing that ended within
-- :spared_ms is swept, and what ended before it is not asked for.
select h.id, h.since, clock_timestamp() as at
from (
  select r.id, r.slot_at + interval '31 seconds' as since
  from (select n.id, n.slot_at, n.origin from carillon.runs n
        where n.org_id = :org
        order by n.org_id desc, n.id desc
        limit :most::int) r
  where r.origin = 'schedule'
    and r.slot_at > clock_timestamp() - :spared_ms::bigint * interval '1 millisecond'
  order by r.id
  limit 1) h
where (select count(*)
       from (select from carillon.runs o
             where o.org_id = :org and o.completed_at >= h.since
               and (o.origin <> 'schedule' or o.completed_at - o.slot_at > interval '30 seconds')
             limit :most::int) late) < :most::int
  and not exists (
    select from carillon.imported_pasts p
    where p.org_id = :org
      and p.added_at > clock_timestamp() - 2 * :spared_ms::bigint * interval '1 millisecond')
