-- Bounds a transaction. A process that freezes in the middle of one would otherwise keep its row
-- locks, and with them its shards, for as long as its connection lives; and whoever buries it would
-- wait for them. So the bound is less than a lease.
-- Index: none. Locks: none. Safe: the settings end with the transaction.
select set_config('lock_timeout', :patience::text, true),
       set_config('statement_timeout', '30s', true),
       set_config('idle_in_transaction_session_timeout', :patience::text, true)
