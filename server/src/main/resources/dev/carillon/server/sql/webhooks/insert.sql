-- Adds a webhook.
-- Index: webhooks_pkey. Locks: the new row.
insert into carillon.webhooks (org_id, id, url, description, created_by, status, types)
values (:org, :id, :url, :description, :created_by, :status, :types)
returning id, url, description, created_by, status, status_reason, types, created_at, updated_at
