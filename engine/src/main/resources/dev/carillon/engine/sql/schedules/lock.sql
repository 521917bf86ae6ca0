-- Locks the books of a schedule that is to be deleted.
-- Index: timers_pkey. Locks: that row, so that no run is settled or opened meanwhile.
select t.shard from carillon.timers t
where t.org_id = :org and t.schedule_id = :id::uuid for update
