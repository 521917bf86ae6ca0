-- What was made of a job of a source. Index: imports_pkey. Locks: none.
select schedule_id, original_enabled, definition::text
from carillon.imports
where org_id = :org and source = :source and source_instance = :instance and source_id = :id
