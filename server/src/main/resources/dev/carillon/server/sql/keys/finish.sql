-- Keeps the answer to the first request with a key.
-- Index: idempotency_keys_pkey. Locks: that row.
update carillon.idempotency_keys
set status = :status, content_type = :content_type, location = :location::text,
    etag = :etag::text, body = :body
where org_id = :org and principal = :principal and path = :path and key = :key
  and request = :request
