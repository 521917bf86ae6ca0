-- Reads many definitions as they are now: for each pattern among those of an organization, what they share
-- is sent once, and what is each one's own packed into one value behind it, see PackedRow. The pattern is
-- computed of just the columns that are shared, so any of its rows has them; the row is found again by its
-- place, which cannot change within a statement.
-- Index: schedules_pkey. Locks: none.
select
  (select record_send(row(
     s.org_id, s.description, s.owner, s.cron, s.timezone, s.interval_ms, s.interval_from, s.jitter_ms, s.target, s.workflow_id, s.trigger_node_id, s.graph_id, s.grant_id,
     s.agent_id, s.room_id, s.payload_kind, s.payload_text, s.url, s.method, s.headers, s.handler,
     s.total_repeats, s.max_retries, s.retry_delay_ms, s.timeout_ms, s.max_failures,
     s.on_max_failures, s.overlap, s.catch_up, s.starting_deadline_ms, s.backfill_limit))
   from carillon.schedules s where s.ctid = alike.place),
  alike.own
from (
  select min(s.ctid) as place,
         string_agg(record_send(row(
           s.id, s.version, s.created_at, s.updated_at, s.name, s.status, s.status_reason,
           s.anchor_at, s.run_at, s.start_at, s.end_at, s.payload)), '') as own
  from carillon.schedules s
  where s.id = any (:ids::uuid[])
  group by s.org_id, s.pattern) alike
