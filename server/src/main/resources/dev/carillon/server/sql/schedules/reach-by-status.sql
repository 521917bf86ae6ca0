-- How far a look at the next :most schedules of one status, first first, reaches; as reach.
-- Index: schedules_by_status, alone. Locks: none.
select n.status as key, n.id from carillon.schedules n
where n.org_id = :org
  and (n.status, n.id) > (:key, :after::uuid) and (n.status, n.id) <= (:key, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by n.status, n.id
offset :most::int - 1
limit 1
