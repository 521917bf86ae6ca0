-- Disables a webhook whose receiver says that it is gone.
-- Index: webhooks_pkey. Locks: that row.
update carillon.webhooks
set status = 'disabled', status_reason = :reason, updated_at = clock_timestamp()
where org_id = :org and id = :webhook and status = 'active'
