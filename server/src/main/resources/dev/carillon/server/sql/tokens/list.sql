-- The tokens of one organization, oldest first.
-- Index: tokens_pkey. Locks: none.
select id, principal, name, scopes, created_by, created_at, expires_at, revoked_at
from carillon.tokens
where org_id = :org and id > coalesce(:after::uuid, '00000000-0000-0000-0000-000000000000')
order by id
limit :limit::int
