-- Adds open runs, or writes what changed of them.
-- Index: open_runs_pkey. Locks: those rows; their timers are held.
-- Elements are fetched by number: unnest prepares a store for each of these arrays, which took half
-- of the time of a statement that writes one row. Fetching walks to the element where an array has
-- texts or nulls, so arrays are short.
insert into carillon.open_runs (id, org_id, schedule_id, shard, origin, slot_at, first_due_at,
  repeat, retry, state, due_at, node, fence, attempt_started_at, deadline_at, started_at, payload,
  cancel_reason, attempts)
select (:ids::uuid[])[i], (:orgs::int[])[i], (:schedule_ids::uuid[])[i], (:shards::int[])[i],
       (:origins::text[])[i], (:slots::timestamptz[])[i], (:first_dues::timestamptz[])[i],
       (:repeats::int[])[i], (:retries::int[])[i], (:states::text[])[i], (:dues::timestamptz[])[i],
       (:nodes::int[])[i], (:fences::bigint[])[i], (:attempt_starts::timestamptz[])[i],
       (:deadlines::timestamptz[])[i], (:starts::timestamptz[])[i], (:payloads::text[])[i]::json,
       (:cancel_reasons::text[])[i], (:attempts::text[])[i]::jsonb
from unnest(:ordinals::int[]) as d (i)
on conflict (id) do update
set repeat = excluded.repeat, retry = excluded.retry, state = excluded.state,
    due_at = excluded.due_at, node = excluded.node, fence = excluded.fence,
    attempt_started_at = excluded.attempt_started_at, deadline_at = excluded.deadline_at,
    started_at = excluded.started_at, cancel_reason = excluded.cancel_reason,
    attempts = excluded.attempts
