-- Removes the open runs of a schedule, and names the nodes that carry one out.
-- Index: open_runs_of_schedule. Locks: those rows; the timer is held.
delete from carillon.open_runs where org_id = :org and schedule_id = :id::uuid
returning coalesce(node, 0)
