-- Removes rows that are too old for their schedule, or whose schedule is gone, among the next rows
-- after a cursor.
-- Index: runs_pkey, timers_pkey, cohorts_pkey. Locks: the rows removed.
-- Safe: young rows stay, because heirs look for them. A row's number and its schedule's newest number
-- only grow apart. Rows of history are never updated, so that their places name them; by id the
-- planner may read the whole table, and so it might of the timers but for the offset.
with looked as materialized (
  select r.ctid as place, r.org_id, r.id, r.schedule_id, r.seq, r.completed_at from carillon.runs r
  where (r.org_id, r.id) > (:after_org::int, :after_id::uuid)
  order by r.org_id, r.id
  limit :limit::int),
removed as (
  delete from carillon.runs r
  where r.ctid = any (array(
    select l.place from looked l
    left join lateral (select t.run_seq from carillon.current_timers t
                       where t.schedule_id = l.schedule_id offset 0) t on true
    where t.run_seq is null
       or (l.seq <= t.run_seq - :keep::int
           and l.completed_at <= coalesce(:now::timestamptz, clock_timestamp())
                                 - :spared_ms::bigint * interval '1 millisecond')))
  returning r.id)
select (select count(*) from looked)::int as looked, (select count(*) from removed)::int as removed,
       l.org_id, l.id
from (values (1)) one
left join (select org_id, id from looked order by org_id desc, id desc limit 1) l on true
