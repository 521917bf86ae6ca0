-- Removes a few keys whose time is over; every claim does, so that they never pile up.
-- Index: idempotency_keys_expiry. Locks: those rows, none that another holds.
delete from carillon.idempotency_keys
where ctid = any (array(
  select k.ctid from carillon.idempotency_keys k
  where k.org_id = :org and k.expires_at < now() - interval '1 hour'
  order by k.expires_at
  limit 20
  for update skip locked))
