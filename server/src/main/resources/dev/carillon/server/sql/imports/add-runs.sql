-- Appends runs that another system carried out. Index: runs_pkey. Locks: the new rows; the timer is
-- held. The rows begin after the last one there is, so none of them has its slot.
insert into carillon.runs (id, org_id, schedule_id, previous_id, seq, origin, slot_at, repeat, retry,
  status, reason, skipped_slots, skipped_until, started_at, completed_at, lateness_ms, error_code,
  error_message)
select d.id, :org, :schedule_id::uuid, d.previous_id, d.seq, 'schedule', d.slot_at, 0, 0, d.status,
       :reason, case when d.status = 'skipped' then 1 end,
       case when d.status = 'skipped' then d.slot_at end,
       case when d.status <> 'skipped' then d.slot_at end, d.completed_at, 0,
       case when d.status = 'error' then 'imported' end,
       case when d.status = 'error' then coalesce(d.error, 'the source kept no message') end
from unnest(:ids::uuid[], :previous_ids::uuid[], :seqs::int[], :slots::timestamptz[],
            :completed::timestamptz[], :statuses::text[], :errors::text[])
  as d (id, previous_id, seq, slot_at, completed_at, status, error)
on conflict (org_id, id) do nothing
