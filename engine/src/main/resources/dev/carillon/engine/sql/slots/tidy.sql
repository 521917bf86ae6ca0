-- Throws away the names of timers that have moved on from buckets that have passed, and says where
-- to go on. A row in which some are still due is written anew with these alone.
-- Index: agenda_pkey, timers_pkey, cohorts_pkey. Locks: the agenda's rows; one that another node is tidying is
-- passed over.
-- Safe: a timer is named again by whoever moves it into a bucket, in the same transaction. So a
-- name whose timer is due elsewhere, as this statement sees it, is needed by nobody: if the timer
-- has come back since, it has a name that this statement does not see.
with locked as materialized (
  select a.bucket, a.id, a.size, a.org_id, a.schedule_ids
  from carillon.agenda a
  where (a.bucket, a.id) > (:after_bucket::bigint, :after_id::bigint)
    and a.bucket <= :up_to::bigint
    and a.shards & :shards::bigint <> 0
  order by a.bucket, a.id
  limit :rows::int for update skip locked),
old as materialized (
  select bucket, id, size, org_id, schedule_ids,
         'epoch'::timestamptz + bucket * :width_ms::int * interval '1 millisecond' as begins,
         'epoch'::timestamptz + (bucket + 1) * :width_ms::int * interval '1 millisecond' as ends
  from (select *, sum(size) over (order by bucket, id) - size as before from locked) s
  where before < :names::int),
left_over as materialized (
  select o.bucket, o.id, o.org_id, t.schedule_id, t.shard
  from old o
  cross join lateral unnest(o.schedule_ids) as u (id)
  cross join lateral (
    select t.schedule_id, t.shard from carillon.current_timers t
    where t.schedule_id = u.id and t.due_at >= o.begins and t.due_at < o.ends
    offset 0) t),
changed as materialized (
  select o.bucket, o.id from old o
  left join (select bucket, id, count(*) as size from left_over group by 1, 2) l using (bucket, id)
  where l.size is distinct from o.size),
gone as (
  delete from carillon.agenda a using changed c where a.bucket = c.bucket and a.id = c.id),
kept as (
  insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
  select l.bucket, bit_or(1::bigint << l.shard), l.org_id, count(*), array_agg(l.schedule_id)
  from left_over l join changed c using (bucket, id)
  group by l.bucket, l.id, l.org_id)
select bucket, id from old
where (select count(*) from old) < (select count(*) from locked)
   or (select count(*) from locked) = :rows::int
order by bucket desc, id desc limit 1
