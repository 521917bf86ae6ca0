-- Runs that are open, newest slot first.
-- Index: open_runs_by_org backwards. Locks: none.
select o.id, o.org_id, o.schedule_id, o.shard, o.origin, o.slot_at, o.first_due_at, o.repeat,
       o.retry, o.state, o.due_at, o.node, o.fence, o.attempt_started_at, o.deadline_at,
       o.started_at, o.payload, o.cancel_reason, o.attempts
from carillon.open_runs o
where o.org_id = :org and o.id < :before::uuid and o.id >= :from::uuid
  and (:schedule_id::uuid is null or o.schedule_id = :schedule_id)
  and (:origin::text is null or o.origin = :origin)
  and (:under_way::boolean is null or (o.state in ('running', 'accepted')) = :under_way)
order by o.id desc
limit :limit::int
