-- Schedules without a next or without a last run, in the order of their ids, as far as :end.
-- Index: schedules_by_org, timers_pkey, cohorts_pkey, schedules_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.id from carillon.schedules n
  where n.org_id = :org and n.id > :after::uuid and n.id <= :end::uuid
    and (:workflow_id::text is null or n.workflow_id = :workflow_id)
    and (:agent_id::text is null or n.agent_id = :agent_id)
    and (:visible_to::text is null or n.agent_id = :visible_to or n.owner = 'agent:' || :visible_to)
  order by n.id
  limit :most::int) near
cross join lateral (
  select * from carillon.current_timers k
  where k.schedule_id = near.id
    and case :by when 'next_run_at' then k.due_at else k.last_run_at end is null
  offset 0) t
cross join lateral (select * from carillon.schedules d where d.id = t.schedule_id offset 0) s
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by near.id
limit :limit::int
