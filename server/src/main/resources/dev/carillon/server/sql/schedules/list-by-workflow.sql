-- Schedules of one workflow, in the order of their ids, as far as :end.
-- Index: schedules_by_workflow, one range of it as in reach-by-target, then timers_pkey and
-- cohorts_pkey, one probe each per schedule until the page is full. Locks: none.
-- || '' as in list-of-agent.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from carillon.schedules s
cross join lateral (select * from carillon.current_timers k where k.schedule_id = s.id offset 0) t
where s.org_id = :org and s.workflow_id is not null
  and (s.workflow_id, s.id) > (:workflow_id, :after::uuid)
  and (s.workflow_id, s.id) <= (:workflow_id, :end::uuid)
  and (:status::text[] is null or s.status || '' = any (:status::text[]))
  and (:target::text is null or s.target || '' = :target)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by s.workflow_id, s.id
limit :limit::int
