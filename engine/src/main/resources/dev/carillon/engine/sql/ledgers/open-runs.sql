-- The open runs of locked schedules.
-- Index: open_runs_of_schedule. Locks: none: whoever writes them holds the timer.
select o.id, o.org_id, o.schedule_id, o.shard, o.origin, o.slot_at, o.first_due_at, o.repeat,
       o.retry, o.state, o.due_at, o.node, o.fence, o.attempt_started_at, o.deadline_at,
       o.started_at, o.payload, o.cancel_reason, o.attempts
from carillon.open_runs o
where o.schedule_id = any (:ids::uuid[])
order by o.slot_at, o.id
