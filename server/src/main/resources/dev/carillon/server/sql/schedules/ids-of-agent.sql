-- Schedules that an agent owns or speaks in, no more than :most of each kind.
-- Index: schedules_by_owner, schedules_by_agent alone, one range of each as in reach-by-target. Locks: none.
(select o.id from carillon.schedules o
 where o.org_id = :org and o.owner like 'agent:%' and :owned
   and (o.owner, o.id) >= ('agent:' || :agent, '00000000-0000-0000-0000-000000000000'::uuid)
   and (o.owner, o.id) <= ('agent:' || :agent, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
 order by o.owner, o.id
 limit :most::int)
union
(select a.id from carillon.schedules a
 where a.org_id = :org and a.agent_id is not null
   and (a.agent_id, a.id) >= (:agent, '00000000-0000-0000-0000-000000000000'::uuid)
   and (a.agent_id, a.id) <= (:agent, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
 order by a.agent_id, a.id
 limit :most::int)
