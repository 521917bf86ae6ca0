-- Schedules in the order of their next run, among the next :most of the organization: all timers are
-- looked at, and the first of them kept. An index would have to be written by every run.
-- Index: timers_by_org, schedules_pkey, timers_pkey. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select k.id, k.key
  from (select n.schedule_id as id,
         coalesce(
           :sign::float8 * date_part('epoch', n.due_at), 'Infinity') as key
        from carillon.timers n where n.org_id = :org) k
  where (k.key, k.id) > (:key::float8, :after::uuid)
  order by k.key, k.id
  limit :most::int) page
join carillon.schedules s on s.id = page.id
join carillon.timers t on t.schedule_id = s.id
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by page.key, page.id
limit :limit::int
