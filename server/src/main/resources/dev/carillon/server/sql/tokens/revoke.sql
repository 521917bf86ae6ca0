-- Ends a token; it is not valid from the commit on. Ending it twice keeps the first moment.
-- Index: tokens_pkey. Locks: that row.
update carillon.tokens set revoked_at = coalesce(revoked_at, now())
where org_id = :org and id = :id::uuid
returning id, principal, name, scopes, created_by, created_at, expires_at, revoked_at
