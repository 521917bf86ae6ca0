-- One token. Index: tokens_pkey. Locks: none.
select id, principal, name, scopes, created_by, created_at, expires_at, revoked_at
from carillon.tokens where org_id = :org and id = :id::uuid
