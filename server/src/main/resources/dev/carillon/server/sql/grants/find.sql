-- One grant, and whether it has expired by the database's clock. Asked before every call that is
-- made under it, so that a revocation counts for the next attempt on every node.
-- Index: grants_pkey. Locks: none.
select id, user_id, billing_account_id, scopes, created_at, created_by, expires_at, revoked_at,
       revoked_by, coalesce(expires_at <= clock_timestamp(), false) as expired
from carillon.grants where org_id = :org and id = :id::uuid
