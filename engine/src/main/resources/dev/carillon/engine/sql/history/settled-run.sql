-- One run that has ended.
-- Index: runs_pkey. Locks: none.
select r.id, r.org_id, r.schedule_id, r.previous_id, r.seq, r.origin, r.slot_at, r.repeat, r.retry,
       r.status, r.reason, r.skipped_slots, r.skipped_until, r.started_at, r.attempt_started_at,
       r.completed_at, r.lateness_ms, r.error_code, r.error_message, r.node, r.attempts
from carillon.runs r
where r.org_id = :org and r.id = :id::uuid
