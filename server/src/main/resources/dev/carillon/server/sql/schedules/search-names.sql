-- Schedules whose name contains a text that is rare.
-- Index: schedules_by_trigram through schedules_named, schedules_pkey, timers_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from carillon.schedules_named(:sought) as named (id)
join carillon.schedules s on s.id = named.id
join carillon.timers t on t.schedule_id = s.id
where s.org_id = :org and s.id > :after::uuid
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
order by s.id
limit :limit::int
