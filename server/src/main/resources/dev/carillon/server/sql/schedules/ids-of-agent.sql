-- Schedules that an agent owns or speaks in, no more than :most of each kind.
-- Index: schedules_by_owner, schedules_by_agent alone. Locks: none.
(select o.id from carillon.schedules o
 where o.org_id = :org and o.owner = 'agent:' || :agent and o.owner like 'agent:%' and :owned
 order by o.id
 limit :most::int)
union
(select a.id from carillon.schedules a
 where a.org_id = :org and a.agent_id = :agent
 order by a.id
 limit :most::int)
