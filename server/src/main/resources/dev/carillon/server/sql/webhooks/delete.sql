-- Removes a webhook with its deliveries.
-- Index: webhooks_pkey, webhook_deliveries_pkey. Locks: those rows.
delete from carillon.webhooks where org_id = :org and id = :id
