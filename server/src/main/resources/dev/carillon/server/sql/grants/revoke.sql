-- Ends a grant from the commit on. Ending it twice keeps the first moment and the first name.
-- Index: grants_pkey. Locks: that row.
update carillon.grants
set revoked_at = coalesce(revoked_at, clock_timestamp()), revoked_by = coalesce(revoked_by, :by)
where org_id = :org and id = :id::uuid
returning id, user_id, billing_account_id, scopes, created_at, created_by, expires_at, revoked_at,
          revoked_by, coalesce(expires_at <= clock_timestamp(), false) as expired
