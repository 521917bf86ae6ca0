-- Claims a key for a request. One whose time is over is claimed anew; one whose first request never
-- ended, because its server died, may be tried again by the same request after a minute, for the
-- same resource id.
-- Index: idempotency_keys_pkey. Locks: that row; two requests at once see one row in turn.
insert into carillon.idempotency_keys as k
  (org_id, principal, path, key, started_at, expires_at, request, resource_id)
values (:org, :principal, :path, :key, now(), now() + interval '24 hours', :request,
        :resource_id::uuid)
on conflict (org_id, principal, path, key) do update
set started_at  = excluded.started_at,
    expires_at  = excluded.expires_at,
    request     = excluded.request,
    resource_id = case when k.expires_at <= now() then excluded.resource_id else k.resource_id end,
    status = null, content_type = null, location = null, etag = null, body = null
where k.expires_at <= now()
   or (k.status is null and k.started_at < now() - interval '1 minute'
       and k.request = excluded.request)
returning k.resource_id
