-- What these workflows are called. Index: workflows_pkey. Locks: none.
select id, name from carillon.workflows
where org_id = :org and id = any (:ids::text[]) and version > 0
