-- Schedules in the order of their next run, as far as the place of :end and :end_id, which are named by
-- the buckets of time that are looked at; or :ids, if these are all that may be there and pass the filter.
-- Index: agenda_pkey, timers_pkey, cohorts_pkey, schedules_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select n.* from carillon.current_timers n
  where n.schedule_id = any (:ids::uuid[] || array(
      select unnest(a.schedule_ids) from carillon.agenda a
      where a.org_id = :org and a.bucket >= :first_bucket and a.bucket <= :last_bucket))
    and (n.due_at, n.schedule_id) > (:from::timestamptz, :after::uuid)
    and (n.due_at, n.schedule_id) <= (:end::timestamptz, :end_id::uuid)
  order by n.due_at, n.schedule_id) t
cross join lateral (select * from carillon.schedules d where d.id = t.schedule_id offset 0) s
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by t.due_at, t.schedule_id
limit :limit::int
