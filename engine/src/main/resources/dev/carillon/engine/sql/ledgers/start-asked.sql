-- Opens a run that somebody asks for and starts it on a node, as the books would: one statement
-- instead of nine, for what is the same every time. No row comes back, and nothing is written, when
-- the books might say anything else; then they are asked.
-- Index: timers_pkey, schedules_pkey, shards_pkey, nodes_pkey, runs_pkey, open_runs_pkey,
-- changes_pkey. Locks: the timer, then the count of its shard, which is last as everywhere;
-- work-as-node.sql comes before it, so that the shard and the lease stay as they are read.
-- Safe: all that is read is of one moment, that of the statement's start. The revision says that
-- the timer, and with it the books, is still as it was then when it is written: whoever waited for
-- its lock here and finds another revision writes nothing. For the same reason the time lies after
-- that of every earlier decision about the schedule. The revision grows by two, once for each of
-- both commands.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
seen as materialized (
  select t.revision, s.version, c.now, c.now + s.timeout_ms * interval '1 millisecond' as deadline_at
  from clock c
  join carillon.nodes n on n.id = :node and n.dead_at is null and n.expires_at > c.now
  join carillon.shards h on h.shard = :shard and h.node = n.id and h.fence = :fence
  join carillon.timers t on t.schedule_id = :schedule_id::uuid and t.shard = h.shard
    and t.cohort_id is null
  join carillon.schedules s on s.id = t.schedule_id
  where not exists (select from carillon.open_runs o where o.id = :run_id::uuid)
    and not exists (select from carillon.runs r where r.org_id = t.org_id and r.id = :run_id::uuid)),
moved as (
  update carillon.timers t
  set revision = t.revision + 2, version = d.version, open_runs = t.open_runs + 1, retry = 0
  from seen d
  where t.schedule_id = :schedule_id::uuid and t.revision = d.revision
  returning t.schedule_id, t.org_id, t.shard, t.repeat, d.now, d.deadline_at),
opened as (
  insert into carillon.open_runs (id, org_id, schedule_id, shard, origin, slot_at, first_due_at,
    repeat, retry, state, node, fence, attempt_started_at, deadline_at, started_at, payload)
  select :run_id::uuid, org_id, schedule_id, shard, 'manual', now, now, repeat, 0, 'running', :node,
         :fence, now, deadline_at, now, :payload::json
  from moved
  returning shard, repeat, started_at, deadline_at),
counted as (
  update carillon.changes g set count = g.count + 1 from opened o where g.shard = o.shard)
select o.repeat, o.started_at, o.deadline_at, record_send(row(
  s.id, s.org_id, s.version, s.created_at, s.updated_at, s.name, s.description, s.owner,
  s.status, s.status_reason, s.cron, s.timezone, s.interval_ms, s.interval_from,
  s.anchor_at, s.run_at, s.start_at, s.end_at, s.jitter_ms, s.target, s.workflow_id,
  s.trigger_node_id, s.graph_id, s.grant_id, s.agent_id, s.room_id, s.payload_kind,
  s.payload_text, s.url, s.method, s.headers, s.handler, s.payload, s.total_repeats,
  s.max_retries, s.retry_delay_ms, s.timeout_ms, s.max_failures, s.on_max_failures,
  s.overlap, s.catch_up, s.starting_deadline_ms, s.backfill_limit)) as definition
from opened o join carillon.schedules s on s.id = :schedule_id::uuid
