-- Schedules that ran last since :since, newest first: every start since then is among the newest :most
-- runs or among those out of order, as history-reach says. The timers have the last word.
-- Index: runs_pkey, backwards; runs_out_of_order, timers_pkey, schedules_pkey, one probe each per
-- schedule until the page is full. Locks: none.
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select r.schedule_id, max(r.started_at) as started_at
  from (
    (select n.schedule_id, n.started_at from carillon.runs n
     where n.org_id = :org and n.id >= :from_id::uuid
     order by n.org_id desc, n.id desc
     limit :most::int * 2)
    union all
    (select o.schedule_id, o.started_at from carillon.runs o
     where o.org_id = :org and o.completed_at >= :since::timestamptz
       and (o.origin <> 'schedule' or o.completed_at - o.slot_at > interval '30 seconds'))) r
  where r.started_at >= :since::timestamptz
  group by r.schedule_id
  having (-date_part('epoch', max(r.started_at)), r.schedule_id) > (:key::float8, :after::uuid)
  order by started_at desc, r.schedule_id
  offset 0) c
cross join lateral (
  select * from carillon.timers k
  where k.schedule_id = c.schedule_id and k.last_run_at = c.started_at
  offset 0) t
cross join lateral (select * from carillon.schedules d where d.id = c.schedule_id offset 0) s
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by c.started_at desc, c.schedule_id
limit :limit::int
