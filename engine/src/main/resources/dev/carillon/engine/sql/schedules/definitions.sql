-- Reads definitions as they are now.
-- Index: schedules_pkey. Locks: none.
select s.* from carillon.schedules s where s.id = any (:ids::uuid[])
