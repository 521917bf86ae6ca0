-- Schedules of one organization in the order of their ids, whichever they are.
-- Index: schedules_by_org, timers_pkey, cohorts_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from carillon.schedules s
join carillon.current_timers t on t.schedule_id = s.id
where s.org_id = :org and s.id > :after::uuid
order by s.id
limit :limit::int
