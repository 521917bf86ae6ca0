-- Schedules of some statuses and targets whose name contains a text. Where fewer than :most pass the
-- filter their names are looked at one by one, for the text may be in every other name; where more
-- do, the text is rare, since the next few thousand names had no page of it.
-- Index: schedules_by_target, or schedules_by_parts through schedules_named; schedules_pkey,
-- timers_pkey. Locks: none.
with few as materialized (
  select p.id
  from unnest(:statuses::text[]) as st (status)
  cross join unnest(:targets::text[]) as tg (target)
  cross join lateral (
    select i.id from carillon.schedules i
    where i.org_id = :org and i.target = tg.target and i.status = st.status and i.id > :after::uuid
    order by i.id limit :most::int) p
  limit :most::int)
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select d.* from carillon.schedules d
  where d.id = any (case when (select count(*) from few) < :most::int
      then array(select few.id from few)
      else array(select named.id from carillon.schedules_named(:sought) as named (id)) end)
    and position(lower(:sought) in lower(d.name)) > 0) s
join carillon.timers t on t.schedule_id = s.id
where s.org_id = :org and s.id > :after::uuid
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
order by s.id
limit :limit::int
