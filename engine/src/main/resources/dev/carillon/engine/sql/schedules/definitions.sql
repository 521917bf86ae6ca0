-- Reads definitions as they are now, all packed into one value, see PackedRow.
-- Index: schedules_pkey. Locks: none.
select string_agg(record_send(row(
  s.id, s.org_id, s.version, s.created_at, s.updated_at, s.name, s.description, s.owner,
  s.status, s.status_reason, s.cron, s.timezone, s.interval_ms, s.interval_from,
  s.anchor_at, s.run_at, s.start_at, s.end_at, s.jitter_ms, s.target, s.workflow_id,
  s.trigger_node_id, s.graph_id, s.grant_id, s.agent_id, s.room_id, s.payload_kind,
  s.payload_text, s.url, s.method, s.headers, s.handler, s.payload, s.total_repeats,
  s.max_retries, s.retry_delay_ms, s.timeout_ms, s.max_failures, s.on_max_failures,
  s.overlap, s.catch_up, s.starting_deadline_ms, s.backfill_limit)), '')
from carillon.schedules s
where s.id = any (:ids::uuid[])
