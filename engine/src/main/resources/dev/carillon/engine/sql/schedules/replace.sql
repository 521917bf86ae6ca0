-- Writes a definition anew.
-- Index: schedules_pkey. Locks: that row; its timer is held.
update carillon.schedules set (
  id, org_id, version, created_at, updated_at, name, description, owner, status, status_reason,
  cron, timezone, interval_ms, interval_from, anchor_at, run_at, start_at, end_at, jitter_ms,
  target, workflow_id, trigger_node_id, graph_id, grant_id, agent_id, room_id, payload_kind,
  payload_text, url, method, headers, handler, payload, total_repeats, max_retries, retry_delay_ms,
  timeout_ms, max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit
)
= (
  :id::uuid, :org_id, :version, :created_at::timestamptz, :updated_at::timestamptz, :name,
  :description, :owner, :status, :status_reason::text, :cron::text, :timezone::text,
  :interval_ms::bigint, :interval_from::text, :anchor_at::timestamptz, :run_at::timestamptz,
  :start_at::timestamptz, :end_at::timestamptz, :jitter_ms, :target, :workflow_id::text,
  :trigger_node_id::text, :graph_id::text, :grant_id::uuid, :agent_id::text, :room_id::uuid,
  :payload_kind::text, :payload_text::text, :url::text, :method::text, :headers::jsonb,
  :handler::text, :payload::json, :total_repeats, :max_retries, :retry_delay_ms, :timeout_ms,
  :max_failures, :on_max_failures, :overlap, :catch_up, :starting_deadline_ms, :backfill_limit
)
where id = :id::uuid
