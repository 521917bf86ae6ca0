-- Schedules that pass a filter, in the order of their next or their last run, all of them looked at.
-- Index: timers_by_org, schedules_by_org, schedules_pkey, timers_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select k.id, k.key
  from (select n.schedule_id as id,
         coalesce(
           :sign::float8 * date_part('epoch', case :by when 'next_run_at' then n.due_at
                                              else n.last_run_at end), 'Infinity') as key
        from carillon.timers n
        join carillon.schedules f on f.id = n.schedule_id
        where n.org_id = :org and f.org_id = :org
  and (:status::text[] is null or f.status = any (:status::text[]))
  and (:target::text is null or f.target = :target)
  and (:workflow_id::text is null or f.workflow_id = :workflow_id)
  and (:agent_id::text is null or f.agent_id = :agent_id)
  and (:visible_to::text is null or f.agent_id = :visible_to or f.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(f.name)) > 0)
) k
  where (k.key, k.id) > (:key::float8, :after::uuid)
  order by k.key, k.id
  limit :limit::int) page
join carillon.schedules s on s.id = page.id
join carillon.timers t on t.schedule_id = s.id
order by page.key, page.id
