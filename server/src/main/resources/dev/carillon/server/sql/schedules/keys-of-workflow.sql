-- What the schedules of a workflow are sorted by; no more than :most.
-- Index: schedules_by_workflow, timers_pkey. Locks: none.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from carillon.schedules s
cross join lateral (
  select due_at, last_run_at from carillon.timers k where k.schedule_id = s.id offset 0) t
where s.org_id = :org and s.workflow_id = :workflow_id
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
limit :most::int
