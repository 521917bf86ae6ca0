-- How the last twenty runs of each of some schedules ended, the newest last, along their histories.
-- Index: timers_pkey, cohorts_pkey, runs_pkey, one probe per run. Locks: none.
select w.id, array(
  with recursive chain as (
    select r.previous_id, r.status, 1 as depth
    from carillon.current_timers t
    join carillon.runs r on r.org_id = :org and r.id = t.last_run_id
    where t.org_id = :org and t.schedule_id = w.id
    union all
    select r.previous_id, r.status, c.depth + 1
    from chain c
    join carillon.runs r on r.org_id = :org and r.id = c.previous_id
    where c.depth < 20)
  select c.status from chain c order by c.depth desc) as outcomes
from unnest(:ids::uuid[]) as w (id)
