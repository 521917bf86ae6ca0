-- Lets a session that is in use go on. One that has ended stays ended.
-- Index: sessions_by_hash, sessions_expiry. Locks: that row.
update carillon.sessions set expires_at = now() + interval '12 hours'
where org_id = :org and hash = :hash and expires_at > now()
