-- Schedules of a workflow, no more than :most.
-- Index: schedules_by_workflow alone, one range of it as in reach-by-target. Locks: none.
select n.id from carillon.schedules n
where n.org_id = :org and n.workflow_id is not null
  and (n.workflow_id, n.id) >= (:workflow_id, '00000000-0000-0000-0000-000000000000'::uuid)
  and (n.workflow_id, n.id) <= (:workflow_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by n.workflow_id, n.id
limit :most::int
