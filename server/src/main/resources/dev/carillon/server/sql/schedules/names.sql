-- The names of some schedules. Index: schedules_by_org. Locks: none.
select s.id, s.name from carillon.schedules s where s.org_id = :org and s.id = any (:ids::uuid[])
