-- How far a look at the next :most schedules of one status, last first, reaches; as reach.
-- Index: schedules_by_status, backwards, alone. Locks: none.
select n.status as key, n.id from carillon.schedules n
where n.org_id = :org and n.status = :key and n.id < :after::uuid
order by n.id desc
offset :most::int - 1
limit 1
