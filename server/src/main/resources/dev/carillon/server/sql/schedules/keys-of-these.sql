-- What these schedules are sorted by, those of them that pass the filter.
-- Index: schedules_pkey, timers_pkey, cohorts_pkey. Locks: none.
-- One by one: before the statistics knew the table, the planner read all of it.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from unnest(:ids::uuid[]) as few (id)
cross join lateral (
  select * from carillon.schedules d where d.id = few.id and d.org_id = :org offset 0) s
cross join lateral (
  select due_at, last_run_at from carillon.current_timers k where k.schedule_id = few.id offset 0) t
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
