-- Schedules in the order of their name, last first, as far as :end_key and :end_id.
-- Index: schedules_by_name, backwards; schedules_pkey, timers_pkey, cohorts_pkey, one probe each per
-- name that contains :sought until the page is full. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.id, n.name from carillon.schedules n
  where n.org_id = :org and (n.name collate "C", n.id) < (:key, :after::uuid)
    and (n.name collate "C", n.id) >= (:end_key, :end_id::uuid)
    and (:sought::text is null or position(lower(:sought) in lower(n.name)) > 0)
  order by n.name collate "C" desc, n.id desc
  limit :most::int) near
cross join lateral (select * from carillon.schedules d where d.id = near.id offset 0) s
cross join lateral (select * from carillon.current_timers k where k.schedule_id = s.id offset 0) t
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
order by near.name collate "C" desc, near.id desc
limit :limit::int
