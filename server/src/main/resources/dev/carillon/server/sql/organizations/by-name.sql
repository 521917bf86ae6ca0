-- One organization. Index: organizations_name_key. Locks: none.
select id, name, created_at from carillon.organizations where name = :name
