-- Writes down how a try ended.
-- Index: webhook_deliveries_pkey. Locks: that row.
-- Safe: the number of attempts is the fence; a try whose lease was lost changes nothing.
update carillon.webhook_deliveries
set state = :state, last_status = :last_status, last_error = :last_error,
    due_at = clock_timestamp() + :wait_millis * interval '1 millisecond',
    ended_at = case when :state = 'pending' then null else clock_timestamp() end
where org_id = :org and webhook_id = :webhook and xid = :xid and seq = :seq
  and attempts = :attempts and state = 'pending'
