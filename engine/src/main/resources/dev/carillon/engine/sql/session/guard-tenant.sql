-- Bounds a transaction in time, as guard does, and in sight: it becomes a role that row-level
-- security binds, and names the only organization whose rows exist for it. With in_order, rows come in
-- the order of an index, and a statement that needs only the first of them stops there: a bitmap has to
-- be whole before its first row, and the planner may think it small.
-- Index: none. Locks: none. Safe: all settings end with the transaction, so that a pooled connection
-- goes back as it was; the policies read '' then as no organization.
select set_config('lock_timeout', :patience::text, true),
       set_config('statement_timeout', '30s', true),
       set_config('idle_in_transaction_session_timeout', :patience::text, true),
       set_config('app.current_org_id', :org, true),
       set_config('enable_bitmapscan',
                  case when :in_order then 'off' else current_setting('enable_bitmapscan') end, true),
       set_config('role', :role, true)
