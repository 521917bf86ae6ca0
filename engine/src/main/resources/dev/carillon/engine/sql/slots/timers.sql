-- Reads timers as they are now, each packed into one value, see PackedRow.
-- Index: timers_pkey. Locks: none.
with counts as materialized (
  select array_agg(g.count + s.fence order by s.shard) as changes
  from carillon.changes g join carillon.shards s on s.shard = g.shard)
select record_send(row(
         t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
         t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
         t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
         t.ctid, k.changes[t.shard + 1]))
from counts k, carillon.timers t
where t.schedule_id = any (:ids::uuid[])
