-- Removes a few sessions that have ended; every sign-in does, so that they never pile up.
-- Index: sessions_expiry. Locks: those rows, none that another holds.
delete from carillon.sessions
where ctid = any (array(
  select s.ctid from carillon.sessions s
  where s.org_id = :org and s.expires_at < now()
  order by s.expires_at
  limit 20
  for update skip locked))
