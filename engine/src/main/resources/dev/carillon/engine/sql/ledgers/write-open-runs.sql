-- Adds open runs, or writes what changed of them.
-- Index: open_runs_pkey. Locks: those rows; their timers are held.
insert into carillon.open_runs (id, org_id, schedule_id, shard, origin, slot_at, first_due_at,
  repeat, retry, state, due_at, node, fence, attempt_started_at, deadline_at, started_at, payload,
  cancel_reason, attempts)
select d.id, d.org_id, d.schedule_id, d.shard, d.origin, d.slot_at, d.first_due_at, d.repeat,
       d.retry, d.state, d.due_at, d.node, d.fence, d.attempt_started_at, d.deadline_at,
       d.started_at, d.payload::json, d.cancel_reason, d.attempts::jsonb
from unnest(:ids::uuid[], :orgs::int[], :schedule_ids::uuid[], :shards::int[], :origins::text[],
            :slots::timestamptz[], :first_dues::timestamptz[], :repeats::int[], :retries::int[],
            :states::text[], :dues::timestamptz[], :nodes::int[], :fences::bigint[],
            :attempt_starts::timestamptz[], :deadlines::timestamptz[], :starts::timestamptz[],
            :payloads::text[], :cancel_reasons::text[], :attempts::text[])
  as d (id, org_id, schedule_id, shard, origin, slot_at, first_due_at, repeat, retry, state, due_at,
        node, fence, attempt_started_at, deadline_at, started_at, payload, cancel_reason, attempts)
on conflict (id) do update
set repeat = excluded.repeat, retry = excluded.retry, state = excluded.state,
    due_at = excluded.due_at, node = excluded.node, fence = excluded.fence,
    attempt_started_at = excluded.attempt_started_at, deadline_at = excluded.deadline_at,
    started_at = excluded.started_at, cancel_reason = excluded.cancel_reason,
    attempts = excluded.attempts
