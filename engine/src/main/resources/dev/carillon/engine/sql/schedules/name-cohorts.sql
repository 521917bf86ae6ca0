-- Names new cohorts in the agenda, with all their members.
-- Index: agenda_pkey. Locks: the new rows.
insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids, cohort_ids, cohort_members)
select c.bucket, c.shards, c.org_id, cardinality(m.ids), m.ids, c.ids, c.members
from (select bucket, org_id, bit_or(1::bigint << shard) as shards, array_agg(id order by id) as ids,
             array_agg(~(-1::bigint << size) order by id) as members
      from unnest(:ids::bigint[], :orgs::int[], :shards::int[], :sizes::int[], :buckets::bigint[])
        as d (id, org_id, shard, size, bucket)
      group by bucket, org_id) c
cross join lateral (
  select array_agg(u.schedule_id) as ids
  from carillon.cohort_members m cross join unnest(m.schedule_ids) as u (schedule_id)
  where m.cohort_id = any (c.ids)) m
