-- Reads timers in the order of the agenda, from where a reading ended.
-- Index: agenda_pkey, one range of it; timers_pkey. Locks: none: begin checks what was read.
-- A name in the agenda counts while its timer is due in that bucket. The first row says how far the
-- reading came, with an empty place when nothing was left to read; each further one is a timer,
-- packed into one value with the agenda's row that names it, see PackedRow.
-- The counts of all shards are gathered once: joined to each timer, the two small tables were read
-- whole for every one of them, and took more than half of the statement's time.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
counts as materialized (
  select array_agg(g.count + s.fence order by s.shard) as changes
  from carillon.changes g join carillon.shards s on s.shard = g.shard),
ahead as materialized (
  select a.bucket, a.id, a.size, a.schedule_ids
  from carillon.agenda a
  where (a.bucket, a.id) > (:after_bucket::bigint, :after_id::bigint)
    and a.bucket <= :up_to::bigint
    and a.shards & :shards::bigint <> 0
    and (:org::int is null or a.org_id = :org::int)
    and a.org_id <> all (:except_orgs::int[])
  order by a.bucket, a.id
  limit :rows::int),
chosen as materialized (
  select bucket, id, size, schedule_ids, count(*) over () as rows,
         'epoch'::timestamptz + bucket * :width_ms::int * interval '1 millisecond' as begins,
         'epoch'::timestamptz + (bucket + 1) * :width_ms::int * interval '1 millisecond' as ends
  from (select *, sum(size) over (order by bucket, id) - size as before from ahead) s
  where before < :limit::int),
place as materialized (
  select bucket, id, rows < (select count(*) from ahead)
                     or (select count(*) from ahead) = :rows::int as more
  from chosen order by bucket desc, id desc limit 1)
select null as timer, c.now, p.bucket, p.id, coalesce(p.more, false) as more
from clock c left join place p on true
union all
select record_send(row(
         t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
         t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
         t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id, t.run_seq,
         t.place, k.changes[t.shard + 1], a.bucket, a.id, a.size)),
       null, null, null, null
from counts k, chosen a
cross join lateral unnest(a.schedule_ids) as u (id)
cross join lateral (
  select t.*, t.ctid as place from carillon.timers t
  where t.schedule_id = u.id and t.due_at >= a.begins and t.due_at < a.ends
  offset 0) t
where :shards::bigint >> t.shard & 1 = 1
