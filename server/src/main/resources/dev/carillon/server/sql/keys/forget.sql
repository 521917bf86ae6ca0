-- Gives a key back whose request came to nothing.
-- Index: idempotency_keys_pkey. Locks: that row.
delete from carillon.idempotency_keys
where org_id = :org and principal = :principal and path = :path and key = :key
  and request = :request and status is null
