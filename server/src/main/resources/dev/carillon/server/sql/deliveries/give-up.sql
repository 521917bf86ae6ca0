-- Gives up all that waits for a webhook which was disabled.
-- Index: webhook_deliveries_pkey. Locks: those rows.
update carillon.webhook_deliveries
set state = 'dead', ended_at = clock_timestamp(), last_error = :reason
where org_id = :org and webhook_id = :webhook and state = 'pending'
