-- The schedules that are due soonest, without what their runs carry. The agenda names them; names left
-- behind are recognised by their timer. The planner has no idea how many there are, and might read whole
-- tables but for the array and the offset.
-- Index: agenda_pkey, timers_pkey, schedules_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.id, s.org_id, s.version, s.created_at, s.updated_at, s.name, '' as description, s.owner,
       s.status, s.status_reason, s.cron, s.timezone, s.interval_ms, s.interval_from, s.anchor_at,
       s.run_at, s.start_at, s.end_at, s.jitter_ms, s.target, s.workflow_id, s.trigger_node_id,
       s.graph_id, s.grant_id, s.agent_id, s.room_id, s.payload_kind,
       left(s.payload_text, 1) as payload_text, s.url, s.method, s.headers, s.handler,
       null::json as payload, s.total_repeats, s.max_retries, s.retry_delay_ms, s.timeout_ms,
       s.max_failures, s.on_max_failures, s.overlap, s.catch_up, s.starting_deadline_ms,
       s.backfill_limit
from (
  select n.* from carillon.timers n
  where n.schedule_id = any (array(
      select unnest(a.schedule_ids) from carillon.agenda a
      where a.org_id = :org and a.bucket >= :first_bucket and a.bucket <= :last_bucket))
    and n.due_at >= :from::timestamptz and n.due_at < :to::timestamptz
  order by n.due_at, n.schedule_id
  limit :limit::int) t
cross join lateral (select * from carillon.schedules d where d.id = t.schedule_id offset 0) s
order by t.due_at, t.schedule_id
