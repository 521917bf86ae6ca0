-- The open runs of one schedule, oldest slot first.
-- Index: open_runs_of_schedule. Locks: none.
select o.id, o.org_id, o.schedule_id, o.shard, o.origin, o.slot_at, o.first_due_at, o.repeat,
       o.retry, o.state, o.due_at, o.node, o.fence, o.attempt_started_at, o.deadline_at,
       o.started_at, o.payload, o.cancel_reason, o.attempts
from carillon.open_runs o
where o.org_id = :org and o.schedule_id = :schedule_id::uuid
order by o.slot_at, o.id
