-- Schedules whose name contains a text that is rare. They are named by an array because the planner
-- takes the function for one of a thousand rows, and would walk the whole table beside it.
-- Index: schedules_by_parts through schedules_named, schedules_pkey, timers_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select d.* from carillon.schedules d
  where d.id = any (array(select named.id from carillon.schedules_named(:sought) as named (id)))) s
join carillon.timers t on t.schedule_id = s.id
where s.org_id = :org and s.id > :after::uuid
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
order by s.id
limit :limit::int
