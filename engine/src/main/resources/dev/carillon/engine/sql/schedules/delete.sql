-- Removes a schedule; its timer goes with it.
-- Index: either of those that lead to one id. Locks: the rows removed; the timer is held.
delete from carillon.schedules where org_id = :org and id = :id::uuid
