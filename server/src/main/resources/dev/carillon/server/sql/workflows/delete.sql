-- Removes a workflow. Index: workflows_pkey. Locks: that row.
delete from carillon.workflows where org_id = :org and id = :id
