-- The agents of an organization, by id; for an agent that asks, itself. Index: agents_pkey.
-- Locks: none.
select id, name, description, created_at, updated_at from carillon.agents
where org_id = :org and id > coalesce(:after, '') and (:only::text is null or id = :only)
order by id
limit :limit::int
