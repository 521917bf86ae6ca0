-- Rows of a bucket of the agenda, and when those timers are due that they name and that are not due at the
-- very beginning of the bucket. Rows that are :known are left out, unless the bucket has begun, when runs
-- move timers within it under the same name, or they were read too long ago: then all are read. How many
-- names these are comes first; of more than :most nothing else is read.
-- Index: agenda_pkey; timers_pkey, one scan for all: 0.3 s for 180,000, row by row 0.7 s; cohorts_pkey, one
-- probe per member of a cohort.
-- Locks: none: what is shown is read again with its timer.
with unknown as materialized (
  select a.id, a.size, a.schedule_ids from carillon.agenda a
  where a.org_id = :org and a.bucket = :bucket
    and (a.id <> all (:known::bigint[]) or now() >= :begin::timestamptz
         or now() > :taken::timestamptz + :kept_ms::int * interval '1 millisecond')),
counted as materialized (select coalesce(sum(u.size), 0) as names from unknown u)
select now() as taken, c.names, null::bigint as row, null::uuid as id, null::float8 as key
from counted c
union all
select now(), null, u.id, null, null
from unknown u where (select c.names <= :most::bigint from counted c)
union all
select now(), null, null, n.schedule_id, :sign::float8 * date_part('epoch', n.due_at)
from carillon.current_timers n
where n.schedule_id = any (array(
    select unnest(u.schedule_ids)
    from unknown u where (select c.names <= :most::bigint from counted c)))
  and n.due_at > :begin::timestamptz and n.due_at < :end::timestamptz
