-- Schedules in the order of their status, last first, among the next :most of the organization.
-- Index: schedules_by_status, backwards; schedules_pkey, timers_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.id, n.status from carillon.schedules n
  where n.org_id = :org and (n.status, n.id) < (:key, :after::uuid)
  order by n.status desc, n.id desc
  limit :most::int) near
join carillon.schedules s on s.id = near.id
join carillon.timers t on t.schedule_id = s.id
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by near.status desc, near.id desc
limit :limit::int
