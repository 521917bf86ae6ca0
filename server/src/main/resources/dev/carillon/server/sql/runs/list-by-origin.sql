-- Runs that somebody asked for, newest first.
-- Index: runs_by_origin backwards, one range of it as in list-by-status. Locks: none.
select r.id, r.org_id, r.schedule_id, r.previous_id, r.seq, r.origin, r.slot_at, r.repeat, r.retry,
       r.status, r.reason, r.skipped_slots, r.skipped_until, r.started_at, r.attempt_started_at,
       r.completed_at, r.lateness_ms, r.error_code, r.error_message, r.node, r.attempts
from carillon.runs r
where r.org_id = :org and r.origin <> 'schedule'
  and (r.origin, r.id) < (:origin, :before::uuid) and (r.origin, r.id) >= (:origin, :from::uuid)
  and (:status::text is null or r.status = :status)
order by r.origin desc, r.id desc
limit :limit::int
