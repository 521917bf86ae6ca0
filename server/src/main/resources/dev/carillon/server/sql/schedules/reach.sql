-- How far a look at the next :most schedules of an organization reaches: the id of the last of them. No
-- row, when there are no more than these.
-- Index: schedules_by_org alone. Locks: none.
-- Safe: it is asked before the look, and what is added meanwhile on this side of it is looked at too.
select n.id from carillon.schedules n
where n.org_id = :org and n.id > :after::uuid
order by n.id
offset :most::int - 1
limit 1
