-- How far a look at the next :most schedules of some statuses in the order of these, last first, reaches; as
-- reach.
-- Index: schedules_by_status, backwards, alone. Locks: none.
select n.status as key, n.id from carillon.schedules n
where n.org_id = :org and n.status = any (:statuses::text[])
  and (n.status, n.id) < (:key, :after::uuid)
order by n.status desc, n.id desc
offset :most::int - 1
limit 1
