-- Adds an organization; its name is unique. Index: organizations_pkey, organizations_name_key.
-- Locks: the new row.
insert into carillon.organizations (name) values (:name)
on conflict (name) do nothing
returning id, name, created_at
