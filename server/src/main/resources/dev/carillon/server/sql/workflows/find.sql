-- One workflow; version 0 is one that is being made. Index: workflows_pkey. Locks: none.
select id, name, executor, triggers::text, definition::text, version, created_at, updated_at
from carillon.workflows where org_id = :org and id = :id and version > 0
