-- Schedules whose name contains a text, in the order of their ids, as far as :end.
-- Index: schedules_by_org, then schedules_pkey, timers_pkey and cohorts_pkey for those. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.id from carillon.schedules n
  where n.org_id = :org and n.id > :after::uuid and n.id <= :end::uuid
    and position(lower(:sought) in lower(n.name)) > 0
  order by n.id
  limit :most::int) near
cross join lateral (select * from carillon.schedules d where d.id = near.id offset 0) s
cross join lateral (select * from carillon.current_timers k where k.schedule_id = s.id offset 0) t
order by near.id
limit :limit::int
