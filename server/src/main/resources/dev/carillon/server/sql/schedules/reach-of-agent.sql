-- How far a look at the schedules that an agent owns or speaks in reaches: of the next :share of each
-- kind, the last one of the kind that ends first; as reach.
-- Index: schedules_by_owner, schedules_by_agent alone. Locks: none.
select r.id
from (
  (select o.id from carillon.schedules o
   where o.org_id = :org and o.owner = 'agent:' || :agent and o.owner like 'agent:%' and :owned and o.id > :after::uuid
   order by o.id
   offset :share::int - 1
   limit 1)
  union all
  (select a.id from carillon.schedules a
   where a.org_id = :org and a.agent_id = :agent and a.id > :after::uuid
   order by a.id
   offset :share::int - 1
   limit 1)) r
order by r.id
limit 1
