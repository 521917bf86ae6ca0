-- The version of a schedule whose timer is locked.
-- Index: either of those that lead to one id. Locks: none; whoever edits it holds the timer.
-- Safe: a statement of its own, after the one that waited for the lock, sees what was committed meanwhile.
select version from carillon.schedules where org_id = :org and id = :id::uuid
