-- Runs that have ended among the next :most, newest slot first; for filters that most runs pass.
-- Index: runs_pkey backwards. Locks: none.
select r.id, r.org_id, r.schedule_id, r.previous_id, r.seq, r.origin, r.slot_at, r.repeat, r.retry,
       r.status, r.reason, r.skipped_slots, r.skipped_until, r.started_at, r.attempt_started_at,
       r.completed_at, r.lateness_ms, r.error_code, r.error_message, r.node, r.attempts
from (
  select * from carillon.runs n
  where n.org_id = :org and n.id < :before::uuid and n.id >= :from::uuid
  order by n.id desc
  limit :most::int) r
where (:status::text is null or r.status = :status)
  and (:origin::text is null or r.origin = :origin)
order by r.id desc
limit :limit::int
