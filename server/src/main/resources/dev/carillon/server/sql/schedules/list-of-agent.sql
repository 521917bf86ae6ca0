-- Schedules that an agent owns or speaks in, in the order of their ids, as far as :end.
-- Index: schedules_by_owner, schedules_by_agent, one range of each as in reach-by-target; schedules_pkey,
-- timers_pkey, cohorts_pkey. Locks: none.
-- No other index has an expression with || '': without statistics the planner took the one of workflows, and looked at
-- all 33,000 of one for an agent who had none of them.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  (select o.id from carillon.schedules o
   where o.org_id = :org and o.owner like 'agent:%' and :owned
     and (o.owner, o.id) > ('agent:' || :agent, :after::uuid)
     and (o.owner, o.id) <= ('agent:' || :agent, :end::uuid)
     and (:status::text[] is null or o.status || '' = any (:status::text[]))
     and (:target::text is null or o.target || '' = :target)
     and (:workflow_id::text is null or o.workflow_id || '' = :workflow_id)
     and (:agent_id::text is null or o.agent_id || '' = :agent_id)
     and (:sought::text is null or position(lower(:sought) in lower(o.name)) > 0)
   order by o.owner, o.id limit :limit::int)
  union
  (select a.id from carillon.schedules a
   where a.org_id = :org and a.agent_id is not null
     and (a.agent_id, a.id) > (:agent, :after::uuid)
     and (a.agent_id, a.id) <= (:agent, :end::uuid)
     and (:status::text[] is null or a.status || '' = any (:status::text[]))
     and (:target::text is null or a.target || '' = :target)
     and (:workflow_id::text is null or a.workflow_id || '' = :workflow_id)
     and (:agent_id::text is null or a.agent_id || '' = :agent_id)
     and (:sought::text is null or position(lower(:sought) in lower(a.name)) > 0)
   order by a.agent_id, a.id limit :limit::int)) mine
join carillon.schedules s on s.id = mine.id
join carillon.current_timers t on t.schedule_id = s.id
order by s.id
limit :limit::int
