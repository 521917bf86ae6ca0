-- All executors of an organization, by name. Index: executors_pkey. Locks: none.
select name, url, created_at, updated_at from carillon.executors
where org_id = :org order by name limit :limit::int
