-- When the first timer or open run after a moment is due; an open run under way is due at its
-- deadline.
-- Index: timers_due, open_runs_waiting, open_runs_deadline, one probe per shard. Locks: none.
select min(d.at) as next_due
from unnest(:shards::int[]) as s (shard)
cross join lateral (
  (select t.due_at as at from carillon.timers t
   where t.shard = s.shard and t.due_at > :up_to::timestamptz
     and (:org::int is null or t.org_id = :org::int)
   order by t.due_at limit 1)
  union all
  (select o.due_at from carillon.open_runs o
   where o.shard = s.shard and o.state = 'waiting' and o.due_at > :up_to::timestamptz
     and (:org::int is null or o.org_id = :org::int)
   order by o.due_at limit 1)
  union all
  (select o.deadline_at from carillon.open_runs o
   where o.shard = s.shard and o.state in ('running', 'accepted')
     and o.deadline_at > :up_to::timestamptz
     and (:org::int is null or o.org_id = :org::int)
   order by o.deadline_at limit 1)
) d
