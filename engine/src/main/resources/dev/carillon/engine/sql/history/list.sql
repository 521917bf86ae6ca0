-- The history of one schedule, newest first: from its newest row, or from the one before a given
-- row, along the chain.
-- Index: timers_pkey, cohorts_pkey, runs_pkey, one probe per row. Locks: none.
with recursive chain as (
  select h.previous_id as id, 0 as depth
  from (select t.last_run_id as previous_id from carillon.current_timers t
        where t.org_id = :org and t.schedule_id = :schedule_id::uuid and :before::uuid is null
        union all
        select b.previous_id from carillon.runs b
        where b.org_id = :org and b.id = :before::uuid and b.schedule_id = :schedule_id::uuid) h
  union all
  select r.previous_id, c.depth + 1 from chain c
  join carillon.runs r on r.org_id = :org and r.id = c.id
  where c.depth + 1 < :limit)
select r.id, r.org_id, r.schedule_id, r.previous_id, r.seq, r.origin, r.slot_at, r.repeat, r.retry,
       r.status, r.reason, r.skipped_slots, r.skipped_until, r.started_at, r.attempt_started_at,
       r.completed_at, r.lateness_ms, r.error_code, r.error_message, r.node, r.attempts
from chain c
join carillon.runs r on r.org_id = :org and r.id = c.id
order by c.depth
limit :limit
