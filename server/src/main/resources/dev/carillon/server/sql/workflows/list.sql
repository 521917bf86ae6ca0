-- The workflows of an organization, by id. Index: workflows_pkey. Locks: none.
select id, name, executor, triggers::text, definition::text, version, created_at, updated_at
from carillon.workflows
where org_id = :org and id > coalesce(:after, '') and version > 0
order by id
limit :limit::int
