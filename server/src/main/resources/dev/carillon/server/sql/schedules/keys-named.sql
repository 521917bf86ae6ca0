-- What schedules are sorted by, of those whose name contains a text; no more than :most.
-- Index: schedules_by_parts through schedules_named, schedules_pkey, timers_pkey. Locks: none.
select s.id, s.name, s.status, t.due_at, t.last_run_at
from carillon.schedules s
join carillon.timers t on t.schedule_id = s.id
where s.id = any (array(select named.id from carillon.schedules_named(:sought) as named (id)))
  and s.org_id = :org
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
limit :most::int
