-- Opens a session of twelve hours.
-- Index: sessions_pkey, sessions_by_hash, sessions_expiry. Locks: the new row; its token's, shared.
insert into carillon.sessions (org_id, hash, expires_at, token_id, operator)
values (:org, :hash, now() + interval '12 hours', :token_id::uuid, :operator::text)
returning least(expires_at, (select t.expires_at from carillon.tokens t
                             where t.org_id = :org and t.id = :token_id::uuid)) as expires_at
