-- How far a look at the next :most schedules that an agent owns or speaks in reaches; as reach.
-- Index: schedules_by_owner, schedules_by_agent alone. Locks: none.
select r.id
from (
  (select o.id from carillon.schedules o
   where o.org_id = :org and o.owner = 'agent:' || :agent and o.owner like 'agent:%' and :owned and o.id > :after::uuid
   order by o.id
   limit :most::int)
  union all
  (select a.id from carillon.schedules a
   where a.org_id = :org and a.agent_id = :agent and a.id > :after::uuid
   order by a.id
   limit :most::int)) r
order by r.id
offset :most::int - 1
limit 1
