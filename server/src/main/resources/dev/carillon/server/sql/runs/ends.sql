-- How the runs of one schedule ended since a moment, the newest first, along its history.
-- Index: timers_pkey, cohorts_pkey, runs_pkey, one probe per run. Locks: none.
with recursive chain as (
  select r.previous_id, r.slot_at, r.completed_at, r.status, r.skipped_slots, 1 as depth
  from carillon.current_timers t
  join carillon.runs r on r.org_id = :org and r.id = t.last_run_id
  where t.org_id = :org and t.schedule_id = :schedule_id::uuid
  union all
  select r.previous_id, r.slot_at, r.completed_at, r.status, r.skipped_slots, c.depth + 1
  from chain c
  join carillon.runs r on r.org_id = :org and r.id = c.previous_id
  where c.depth < :most and c.completed_at >= :from::timestamptz)
select c.slot_at, c.status, c.skipped_slots from chain c
where c.slot_at >= :from::timestamptz
order by c.depth
