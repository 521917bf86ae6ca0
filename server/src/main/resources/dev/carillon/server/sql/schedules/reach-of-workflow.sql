-- How far a look at the next :most schedules of a workflow reaches; as reach.
-- Index: schedules_by_workflow alone, one range of it as in reach-by-target. Locks: none.
select n.id from carillon.schedules n
where n.org_id = :org and n.workflow_id is not null
  and (n.workflow_id, n.id) > (:workflow_id, :after::uuid)
  and (n.workflow_id, n.id) <= (:workflow_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
order by n.workflow_id, n.id
offset :most::int - 1
limit 1
