-- Schedules of some statuses and targets, in the order of their ids: at most a page of each pair, as
-- its index has them, then the first of all these.
-- Index: schedules_by_target, as reach-by-target; schedules_pkey, timers_pkey, cohorts_pkey. Locks: none.
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
      and (i.target, i.status, i.id) <= (tg.target, st.status, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    order by i.target, i.status, i.id limit :limit::int) p
  order by p.id
  limit :limit::int) page
join carillon.schedules s on s.id = page.id
join carillon.current_timers t on t.schedule_id = s.id
order by s.id
