-- Open runs that need attention: those whose start is due, those whose deadline has passed.
-- Index: open_runs_waiting, open_runs_deadline, one range of each per shard. Locks: none.
select o.id, o.org_id, o.schedule_id, o.shard, o.origin, o.slot_at, o.first_due_at, o.repeat,
       o.retry, o.state, o.due_at, o.node, o.fence, o.attempt_started_at, o.deadline_at,
       o.started_at, o.payload, o.cancel_reason, o.attempts
from unnest(:shards::int[]) as s (shard)
cross join lateral (
  (select o.*, o.due_at as attention_at from carillon.open_runs o
   where o.shard = s.shard and o.state = 'waiting' and o.due_at <= :up_to::timestamptz
   order by o.due_at limit :limit::int)
  union all
  (select o.*, o.deadline_at from carillon.open_runs o
   where o.shard = s.shard and o.state in ('running', 'accepted')
     and o.deadline_at <= :up_to::timestamptz
   order by o.deadline_at limit :limit::int)
) o
order by o.attention_at, o.id
limit :limit::int
