-- Who holds a session that is good now. Asked at every request of a page, and asks the token too, so
-- that a revocation counts at once on every node. Stale when it has not been prolonged for minutes.
-- Index: sessions_by_hash, organizations_pkey, tokens_pkey. Locks: none.
select s.hash, s.org_id, o.name as organization, s.operator, t.principal, t.scopes,
       least(s.expires_at, t.expires_at) as expires_at,
       s.expires_at < now() + interval '11 hours 55 minutes' as stale
from carillon.sessions s
join carillon.organizations o on o.id = s.org_id
left join carillon.tokens t on t.org_id = s.org_id and t.id = s.token_id
where s.hash = :hash and s.expires_at > now()
  and (s.operator is not null
       or (t.revoked_at is null and (t.expires_at is null or t.expires_at > now())))
