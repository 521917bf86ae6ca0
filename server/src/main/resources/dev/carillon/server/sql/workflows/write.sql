-- Writes a workflow that is locked. Index: workflows_pkey. Locks: that row, held already.
update carillon.workflows
set name = :name, executor = :executor, triggers = :triggers::json, definition = :definition::json,
    version = version + 1, updated_at = now()
where org_id = :org and id = :id
returning id, name, executor, triggers::text, definition::text, version, created_at, updated_at
