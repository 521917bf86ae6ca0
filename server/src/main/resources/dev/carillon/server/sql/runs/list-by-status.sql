-- Runs that did not succeed, by how they ended, newest slot first.
-- Index: runs_by_status backwards, one range of it: by equality the planner may walk all of history, where
-- hardly any is of that status. Locks: none.
select r.id, r.org_id, r.schedule_id, r.previous_id, r.seq, r.origin, r.slot_at, r.repeat, r.retry,
       r.status, r.reason, r.skipped_slots, r.skipped_until, r.started_at, r.attempt_started_at,
       r.completed_at, r.lateness_ms, r.error_code, r.error_message, r.node, r.attempts
from carillon.runs r
where r.org_id = :org and r.status <> 'success'
  and (r.status, r.id) < (:status, :before::uuid) and (r.status, r.id) >= (:status, :from::uuid)
  and (:origin::text is null or r.origin = :origin)
order by r.status desc, r.id desc
limit :limit::int
