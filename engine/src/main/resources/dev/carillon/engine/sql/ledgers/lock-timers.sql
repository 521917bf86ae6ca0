-- Reads and locks the timers, and with them the books, of some schedules.
-- Index: timers_pkey. Locks: those rows, in the order of their ids like everybody.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       t.unstarted_through
from carillon.timers t
where t.schedule_id = any (:ids::uuid[]) order by t.schedule_id for update
