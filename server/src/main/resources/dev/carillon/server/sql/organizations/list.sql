-- Organizations in the order of their names.
-- Index: organizations_name_key. Locks: none.
select id, name, created_at from carillon.organizations
where name > coalesce(:after::text, '')
order by name
limit :limit::int
