-- Bounds a transaction in time, as guard does, and in sight: it becomes a role that row-level
-- security binds, and names the only organization whose rows exist for it.
-- Index: none. Locks: none. Safe: all settings end with the transaction, so that a pooled connection
-- goes back as it was; the policies read '' then as no organization.
select set_config('lock_timeout', '5s', true),
       set_config('statement_timeout', '30s', true),
       set_config('idle_in_transaction_session_timeout', '5s', true),
       set_config('app.current_org_id', :org, true),
       set_config('role', :role, true)
