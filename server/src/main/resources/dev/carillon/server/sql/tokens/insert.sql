-- Adds a token. Index: tokens_pkey, tokens_by_hash. Locks: the new row.
insert into carillon.tokens (id, org_id, expires_at, name, principal, created_by, scopes, hash)
values (:id::uuid, :org, :expires_at::timestamptz, :name, :principal, :created_by,
        :scopes::text[], :hash)
returning id, principal, name, scopes, created_by, created_at, expires_at, revoked_at
