-- Webhooks in the order of their creation, after a cursor.
-- Index: webhooks_pkey. Locks: none.
select id, url, description, created_by, status, status_reason, types, created_at, updated_at
from carillon.webhooks
where org_id = :org and (:after::uuid is null or id > :after::uuid)
order by id
limit :limit
