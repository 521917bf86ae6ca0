-- Schedules of a workflow, no more than :most.
-- Index: schedules_by_workflow alone. Locks: none.
select n.id from carillon.schedules n
where n.org_id = :org and n.workflow_id = :workflow_id
order by n.id
limit :most::int
