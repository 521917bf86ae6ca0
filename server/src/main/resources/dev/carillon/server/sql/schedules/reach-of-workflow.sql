-- How far a look at the next :most schedules of a workflow reaches; as reach.
-- Index: schedules_by_workflow alone. Locks: none.
select n.id from carillon.schedules n
where n.org_id = :org and n.workflow_id = :workflow_id and n.id > :after::uuid
order by n.id
offset :most::int - 1
limit 1
