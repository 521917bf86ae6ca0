-- How many schedules of one organization have each status.
-- Index: schedules_by_status, read only. Locks: none.
select s.status, count(*) as schedules from carillon.schedules s
where s.org_id = :org group by s.status
