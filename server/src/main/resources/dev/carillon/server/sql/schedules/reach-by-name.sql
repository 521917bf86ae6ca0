-- How far a look at the next :most schedules in the order of their name, first first, reaches; as reach.
-- Index: schedules_by_name, alone. Locks: none.
select n.name as key, n.id from carillon.schedules n
where n.org_id = :org and (n.name collate "C", n.id) > (:key, :after::uuid)
order by n.name collate "C", n.id
offset :most::int - 1
limit 1
