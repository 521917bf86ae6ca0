-- Names timers in the agenda, in the buckets they are due in from now on.
-- Index: agenda_pkey. Locks: the new rows; the timers are held.
insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
select bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(id)
from unnest(:ids::uuid[], :orgs::int[], :shards::int[], :buckets::bigint[])
  as d (id, org_id, shard, bucket)
group by bucket, org_id
