-- The next :most schedules of an organization in the order of their ids, of a workflow's or of an agent's
-- if these are asked for. What is shown still has to pass the whole filter.
-- Index: schedules_by_workflow, or schedules_by_agent and schedules_by_owner, or schedules_by_org: alone.
-- Locks: none: what is shown is read again with its timer.
select n.id
from (
  (select w.id from carillon.schedules w
   where w.org_id = :org and w.workflow_id = :workflow_id::text and w.id > :after::uuid
   order by w.id
   limit :most::int)
  union
  (select a.id from carillon.schedules a
   where :workflow_id::text is null
     and a.org_id = :org and a.agent_id = :agent::text and a.id > :after::uuid
   order by a.id
   limit :most::int)
  union
  (select o.id from carillon.schedules o
   where :workflow_id::text is null and :owned
     and o.org_id = :org and o.owner = 'agent:' || :agent::text and o.owner like 'agent:%'
     and o.id > :after::uuid
   order by o.id
   limit :most::int)
  union
  (select s.id from carillon.schedules s
   where :workflow_id::text is null and :agent::text is null
     and s.org_id = :org and s.id > :after::uuid
   order by s.id
   limit :most::int)) n
order by n.id
limit :most::int
