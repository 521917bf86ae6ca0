-- Changes a webhook. What waits for one that is disabled is given up, by another statement.
-- Index: webhooks_pkey. Locks: that row.
update carillon.webhooks
set url = :url, description = :description, status = :status, status_reason = :status_reason,
    types = :types, updated_at = clock_timestamp()
where org_id = :org and id = :id
returning id, url, description, created_by, status, status_reason, types, created_at, updated_at
