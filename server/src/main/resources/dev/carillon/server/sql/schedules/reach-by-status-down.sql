-- How far a look at the next :most schedules of one status, last first, reaches; as reach.
-- Index: schedules_by_status, backwards, alone. Locks: none.
select n.status as key, n.id from carillon.schedules n
where n.org_id = :org
  and (n.status, n.id) < (:key, :after::uuid) and (n.status, n.id) >= (:key, '00000000-0000-0000-0000-000000000000'::uuid)
order by n.status desc, n.id desc
offset :most::int - 1
limit 1
