-- Makes a delivery due now, also one that was given up.
-- Index: webhook_deliveries_pkey. Locks: that row.
update carillon.webhook_deliveries
set state = 'pending', due_at = clock_timestamp(), ended_at = null
where org_id = :org and webhook_id = :webhook and xid = :xid and seq = :seq and state <> 'pending'
returning webhook_id, xid, seq, at, due_at, ended_at, attempts, last_status, state, type, last_error
