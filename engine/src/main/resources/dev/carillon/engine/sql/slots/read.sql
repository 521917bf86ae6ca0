-- Reads timers in the order of the agenda, from where a reading ended.
-- Index: agenda_pkey, one range of it; timers_pkey. Locks: none: begin checks what was read.
-- A name in the agenda counts while its timer is due in that bucket. The first row says how far the
-- reading came, with an empty place when nothing was left to read, and how often each shard was
-- changed; each further one is a row of the agenda with its timers, all packed into one value, see
-- PackedRow.
-- All timers of a row are looked up by its array in one scan: 0.4 µs each, where a scan of its own
-- for each took 1.5. With names_only no timer is looked at, and a row comes with the array itself.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
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
select (select string_agg(int8send(g.count + s.fence), '' order by s.shard)
        from carillon.changes g join carillon.shards s on s.shard = g.shard) as packed,
       c.now, p.bucket, p.id, coalesce(p.more, false) as more, null as size
from clock c left join place p on true
union all
select case when :names_only::boolean then array_send(a.schedule_ids) else t.packed end,
       null, a.bucket, a.id, null, a.size
from chosen a
cross join lateral (
  select string_agg(record_send(row(
           t.schedule_id, t.org_id, t.shard, t.revision, t.version, t.slot_at, t.due_at,
           t.open_runs, t.repeat, t.retry, t.run_count, t.error_count, t.consecutive_failures,
           t.skipped_count, t.last_run_at, t.last_run_status, t.last_error, t.last_run_id,
           t.run_seq, t.ctid)), '') as packed
  from carillon.timers t
  where not :names_only::boolean
    and t.schedule_id = any (a.schedule_ids) and t.due_at >= a.begins and t.due_at < a.ends
    and :shards::bigint >> t.shard & 1 = 1) t
where :names_only::boolean or t.packed is not null
