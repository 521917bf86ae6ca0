-- Adds an agent, or changes what is said of it. Index: agents_pkey. Locks: that row.
insert into carillon.agents (org_id, id, name, description) values (:org, :id, :name, :description)
on conflict (org_id, id)
  do update set name = excluded.name, description = excluded.description, updated_at = now()
returning id, name, description, created_at, updated_at
