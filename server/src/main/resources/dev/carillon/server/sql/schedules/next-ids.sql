-- The next :most schedules of an organization in the order of their ids, of a workflow's or of an agent's
-- if these are asked for. What is shown still has to pass the whole filter.
-- Index: schedules_by_workflow, or schedules_by_agent and schedules_by_owner, or schedules_by_org: alone,
-- one range of each as in reach-by-target.
-- Locks: none: what is shown is read again with its timer.
select n.id
from (
  (select w.id from carillon.schedules w
   where w.org_id = :org and w.workflow_id is not null
     and (w.workflow_id, w.id) > (:workflow_id::text, :after::uuid)
     and (w.workflow_id, w.id) <= (:workflow_id::text, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by w.workflow_id, w.id
   limit :most::int)
  union
  (select a.id from carillon.schedules a
   where :workflow_id::text is null
     and a.org_id = :org and a.agent_id is not null
     and (a.agent_id, a.id) > (:agent::text, :after::uuid)
     and (a.agent_id, a.id) <= (:agent::text, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by a.agent_id, a.id
   limit :most::int)
  union
  (select o.id from carillon.schedules o
   where :workflow_id::text is null and :owned
     and o.org_id = :org and o.owner like 'agent:%'
     and (o.owner, o.id) > ('agent:' || :agent::text, :after::uuid)
     and (o.owner, o.id) <= ('agent:' || :agent::text, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by o.owner, o.id
   limit :most::int)
  union
  (select s.id from carillon.schedules s
   where :workflow_id::text is null and :agent::text is null
     and s.org_id = :org and s.id > :after::uuid
   order by s.id
   limit :most::int)) n
order by n.id
limit :most::int
