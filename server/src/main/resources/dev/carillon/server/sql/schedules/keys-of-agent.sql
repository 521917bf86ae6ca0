-- What the schedules that an agent owns or speaks in are sorted by; no more than :most.
-- Index: schedules_by_owner, schedules_by_agent, schedules_pkey, timers_pkey. Locks: none.
-- One by one: the planner takes a limit that it does not know for a tenth of the table, and read all of it.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from (
  (select o.id from carillon.schedules o
   where o.org_id = :org and o.owner = 'agent:' || :agent and o.owner like 'agent:%' and :owned
   limit :most::int)
  union
  (select a.id from carillon.schedules a where a.org_id = :org and a.agent_id = :agent
   limit :most::int)) mine
cross join lateral (select * from carillon.schedules d where d.id = mine.id offset 0) s
cross join lateral (
  select due_at, last_run_at from carillon.timers k where k.schedule_id = mine.id offset 0) t
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
limit :most::int
