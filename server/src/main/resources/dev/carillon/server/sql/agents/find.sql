-- One agent. Index: agents_pkey. Locks: none.
select id, name, description, created_at, updated_at from carillon.agents
where org_id = :org and id = :id
