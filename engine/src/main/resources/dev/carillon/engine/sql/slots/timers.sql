-- Reads timers as they are now, all packed into one value, see PackedRow, and how often each shard
-- was changed.
-- Index: timers_pkey, cohorts_pkey. Locks: none.
select string_agg(record_send(row(
         t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
         t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
         t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
         t.place, t.cohort_place)), ''),
       (select string_agg(int8send(g.count + s.fence), '' order by s.shard)
        from carillon.changes g join carillon.shards s on s.shard = g.shard)
from carillon.current_timers t
where t.schedule_id = any (:ids::uuid[])
