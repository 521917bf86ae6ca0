-- How far a look at the next :most schedules that an agent owns or speaks in reaches; as reach.
-- Index: schedules_by_owner, schedules_by_agent alone, one range of each as in reach-by-target. Locks: none.
select r.id
from (
  (select o.id from carillon.schedules o
   where o.org_id = :org and o.owner like 'agent:%' and :owned
     and (o.owner, o.id) > ('agent:' || :agent, :after::uuid)
     and (o.owner, o.id) <= ('agent:' || :agent, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by o.owner, o.id
   limit :most::int)
  union all
  (select a.id from carillon.schedules a
   where a.org_id = :org and a.agent_id is not null
     and (a.agent_id, a.id) > (:agent, :after::uuid)
     and (a.agent_id, a.id) <= (:agent, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
   order by a.agent_id, a.id
   limit :most::int)) r
order by r.id
offset :most::int - 1
limit 1
