-- Reads timers in the order of their due times, shard by shard, from where a reading ended.
-- Index: timers_due, one range of it per shard. Locks: none: begin checks what was read.
-- Each shard has at least one row, with an empty timer when nothing was found.
with clock as materialized (select coalesce(:now::timestamptz, clock_timestamp()) as now)
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       r.ord::int, c.now
from clock c
cross join unnest(:shards::int[], :after_dues::timestamptz[], :after_ids::uuid[])
  with ordinality as r (shard, after_due, after_id, ord)
left join lateral (
  select t.* from carillon.timers t
  where t.shard = r.shard
    and (t.due_at, t.schedule_id) > (r.after_due, r.after_id)
    and t.due_at <= :up_to::timestamptz
    and (:org::int is null or t.org_id = :org::int)
  order by t.due_at, t.schedule_id
  limit :limit::int
) t on true
