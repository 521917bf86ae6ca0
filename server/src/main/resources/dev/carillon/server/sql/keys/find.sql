-- What became of the first request with a key.
-- Index: idempotency_keys_pkey. Locks: none.
select request, status, content_type, location, etag, body
from carillon.idempotency_keys
where org_id = :org and principal = :principal and path = :path and key = :key
