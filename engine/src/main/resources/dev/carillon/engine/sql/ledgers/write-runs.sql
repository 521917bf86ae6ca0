-- Appends history.
-- Index: runs_pkey. Locks: the new rows; their timers are held.
-- A row that is there already stays: a clock set back can bring a slot up twice, and one slot has
-- one answer. Elements are fetched by number, as in write-open-runs.sql.
insert into carillon.runs (id, org_id, schedule_id, previous_id, seq, origin, slot_at, repeat,
  retry, status, reason, skipped_slots, skipped_until, started_at, attempt_started_at,
  completed_at, lateness_ms, error_code, error_message, node, attempts)
select (:ids::uuid[])[i], (:orgs::int[])[i], (:schedule_ids::uuid[])[i],
       (:previous_ids::uuid[])[i], (:seqs::int[])[i], (:origins::text[])[i],
       (:slots::timestamptz[])[i], (:repeats::int[])[i], (:retries::int[])[i],
       (:statuses::text[])[i], (:reasons::text[])[i], (:skipped_slots::bigint[])[i],
       (:skipped_untils::timestamptz[])[i], (:started::timestamptz[])[i],
       (:attempts_started::timestamptz[])[i], (:completed::timestamptz[])[i],
       (:lateness::bigint[])[i], (:error_codes::text[])[i], (:error_messages::text[])[i],
       (:nodes::int[])[i], (:attempts::text[])[i]::jsonb
from unnest(:ordinals::int[]) as d (i)
on conflict (org_id, id) do nothing
