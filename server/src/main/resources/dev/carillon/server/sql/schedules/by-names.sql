-- Schedules of one organization that have one of these names, or one of these ids.
-- Index: schedules_by_name, schedules_by_org, timers_pkey, cohorts_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.id from carillon.schedules n where n.org_id = :org and n.name collate "C" = any (:names::text[])
  union
  select i.id from carillon.schedules i where i.org_id = :org and i.id = any (:ids::uuid[])) wanted
join carillon.schedules s on s.id = wanted.id
join carillon.current_timers t on t.schedule_id = s.id
order by s.id
