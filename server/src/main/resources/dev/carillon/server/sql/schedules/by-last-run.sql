-- Of these schedules, those whose last run still lies between two places of the order. With :taken they
-- were looked up then, up to three minutes ago: runs that have ended since and yet began before are
-- out of order, and their schedules are looked at too, unless they are too many. None is shown when
-- runs of another system have been added since.
-- Index: timers_pkey, cohorts_pkey, runs_out_of_order, imported_pasts_pkey, schedules_pkey.
-- Locks: none.
with late as materialized (
  select array(
    select o.schedule_id from carillon.runs o
    where o.org_id = :org and o.completed_at >= :taken::timestamptz - interval '1 minute'
      and (o.origin <> 'schedule' or o.completed_at - o.slot_at > interval '30 seconds')
    limit 1001) as ids)
select t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
       t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
       s.*
from (
  select k.*
  from (
    select n.*, coalesce(:sign::float8 * date_part('epoch', n.last_run_at), 'Infinity') as key
    from carillon.current_timers n
    where n.schedule_id = any (:ids::uuid[] || (select ids from late))
      and n.org_id = :org
      and (:taken::timestamptz is null
           or clock_timestamp() between :taken::timestamptz
                                    and :taken::timestamptz + interval '3 minutes'
              and (select cardinality(ids) from late) <= 1000
              and not exists (
                select from carillon.imported_pasts p
                where p.org_id = :org
                  and p.added_at >= :taken::timestamptz - interval '1 minute'))) k
  where (k.key, k.schedule_id) > (:key::float8, :after::uuid)
    and (k.key, k.schedule_id) <= (:end_key::float8, :end_id::uuid)
  order by k.key, k.schedule_id) t
cross join lateral (select * from carillon.schedules d where d.id = t.schedule_id offset 0) s
where true
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
order by t.key, t.schedule_id
limit :limit::int
