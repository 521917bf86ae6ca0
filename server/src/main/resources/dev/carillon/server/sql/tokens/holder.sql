-- Who holds a token that is valid now. Asked at every request, so that a revocation counts at once
-- on every node.
-- Index: tokens_by_hash, organizations_pkey. Locks: none.
select t.hash, t.id, t.org_id, o.name as organization, t.principal, t.scopes
from carillon.tokens t
join carillon.organizations o on o.id = t.org_id
where t.hash = :hash and t.revoked_at is null
  and (t.expires_at is null or t.expires_at > now())
