-- Schedules of some statuses and targets whose name contains a text, in the order of their ids, as far as
-- :end.
-- Index: schedules_by_target, then schedules_pkey, timers_pkey and cohorts_pkey, one probe each per
-- schedule until the page is full. Locks: none.
-- One range of the first index, as in reach-by-target.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select p.id
  from unnest(:statuses::text[]) as st (status)
  cross join unnest(:targets::text[]) as tg (target)
  cross join lateral (
    select i.id from carillon.schedules i
    where i.org_id = :org
      and (i.target, i.status, i.id) > (tg.target, st.status, :after::uuid)
      and (i.target, i.status, i.id) <= (tg.target, st.status, :end::uuid)
    order by i.target, i.status, i.id
    limit :most::int) p
  order by p.id
  offset 0) near
cross join lateral (
  select * from carillon.schedules d
  where d.id = near.id and position(lower(:sought) in lower(d.name)) > 0
  offset 0) s
cross join lateral (select * from carillon.current_timers k where k.schedule_id = s.id offset 0) t
order by near.id
limit :limit::int
