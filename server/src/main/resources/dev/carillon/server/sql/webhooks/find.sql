-- One webhook.
-- Index: webhooks_pkey. Locks: none.
select id, url, description, created_by, status, status_reason, types, created_at, updated_at
from carillon.webhooks
where org_id = :org and id = :id
