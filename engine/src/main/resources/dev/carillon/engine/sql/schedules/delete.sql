-- Removes a schedule; its timer goes with it.
-- Index: schedules_pkey, timers_pkey. Locks: those rows; the timer is held.
delete from carillon.schedules where org_id = :org and id = :id::uuid
