-- When the first timer or open run after a bucket may be due: a timer not before its own bucket
-- begins, an open run under way at its deadline.
-- Index: agenda_pkey; open_runs_waiting, open_runs_deadline, one probe per shard. Locks: none.
select least(
  (select 'epoch'::timestamptz + a.bucket * :width_ms::int * interval '1 millisecond'
   from carillon.agenda a
   where a.bucket > :up_to_bucket::bigint and a.shards & :mask::bigint <> 0
     and (:org::int is null or a.org_id = :org::int)
   order by a.bucket limit 1),
  (select min(d.at)
   from unnest(:shards::int[]) as s (shard)
   cross join lateral (
     (select o.due_at as at from carillon.open_runs o
      where o.shard = s.shard and o.state = 'waiting' and o.due_at >= :up_to::timestamptz
        and (:org::int is null or o.org_id = :org::int)
      order by o.due_at limit 1)
     union all
     (select o.deadline_at from carillon.open_runs o
      where o.shard = s.shard and o.state in ('running', 'accepted')
        and o.deadline_at >= :up_to::timestamptz
        and (:org::int is null or o.org_id = :org::int)
      order by o.deadline_at limit 1)
   ) d)) as next_due
