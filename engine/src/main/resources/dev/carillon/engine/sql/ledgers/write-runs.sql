-- Appends history.
-- Index: runs_pkey. Locks: the new rows; their timers are held.
-- A row that is there already stays: a clock set back can bring a slot up twice, and one slot has
-- one answer.
insert into carillon.runs (id, org_id, schedule_id, previous_id, seq, origin, slot_at, repeat,
  retry, status, reason, skipped_slots, skipped_until, started_at, attempt_started_at,
  completed_at, lateness_ms, error_code, error_message, node, attempts)
select d.id, d.org_id, d.schedule_id, d.previous_id, d.seq, d.origin, d.slot_at, d.repeat, d.retry,
       d.status, d.reason, d.skipped_slots, d.skipped_until, d.started_at,
       d.attempt_started_at, d.completed_at, d.lateness_ms, d.error_code, d.error_message, d.node,
       d.attempts::jsonb
from unnest(:ids::uuid[], :orgs::int[], :schedule_ids::uuid[], :previous_ids::uuid[], :seqs::int[],
            :origins::text[], :slots::timestamptz[], :repeats::int[], :retries::int[],
            :statuses::text[], :reasons::text[], :skipped_slots::bigint[],
            :skipped_untils::timestamptz[], :started::timestamptz[],
            :attempts_started::timestamptz[], :completed::timestamptz[], :lateness::bigint[],
            :error_codes::text[], :error_messages::text[], :nodes::int[], :attempts::text[])
  as d (id, org_id, schedule_id, previous_id, seq, origin, slot_at, repeat, retry, status, reason,
        skipped_slots, skipped_until, started_at, attempt_started_at, completed_at, lateness_ms,
        error_code, error_message, node, attempts)
on conflict (org_id, id) do nothing
