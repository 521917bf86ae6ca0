-- Which of these runs history has already.
-- Index: timers_pkey, runs_pkey. Locks: none: whoever appends history holds the timer.
-- Each is looked up by itself, which "limit" sees to: a plan made while history was short would
-- read it whole, and go on to until the table is analyzed.
select r.id
from unnest(:schedule_ids::uuid[], :run_ids::uuid[]) as k (schedule_id, id)
join carillon.timers t on t.schedule_id = k.schedule_id
cross join lateral (
  select r.id from carillon.runs r where r.org_id = t.org_id and r.id = k.id limit 1) r
