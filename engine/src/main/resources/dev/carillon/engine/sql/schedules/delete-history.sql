-- Removes the history of a schedule, from its newest row along the chain. What lies behind a gap
-- that a sweep left is an orphan then, and the next sweep removes it.
-- Index: timers_pkey, runs_pkey. Locks: those rows; the timer is held.
with recursive chain as (
  select r.id, r.previous_id from carillon.timers t
  join carillon.runs r on r.org_id = t.org_id and r.id = t.last_run_id
  where t.org_id = :org and t.schedule_id = :id::uuid
  union
  select r.id, r.previous_id from chain c
  join carillon.runs r on r.org_id = :org and r.id = c.previous_id)
delete from carillon.runs r where r.org_id = :org and r.id = any (array(select id from chain))
