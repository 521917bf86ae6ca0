-- Adds a token, unless it has expired already. Index: tokens_pkey, tokens_by_hash. Locks: the new row.
insert into carillon.tokens (id, org_id, expires_at, name, principal, created_by, scopes, hash)
select :id::uuid, :org, :expires_at::timestamptz, :name, :principal, :created_by,
       :scopes::text[], :hash
where coalesce(:expires_at::timestamptz > clock_timestamp(), true)
returning id, principal, name, scopes, created_by, created_at, expires_at, revoked_at
