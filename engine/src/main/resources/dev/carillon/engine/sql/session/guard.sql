-- Bounds a transaction. A process that freezes in the middle of one would otherwise keep its row
-- locks, and with them its shards, for as long as its connection lives; 5 s is less than a lease.
-- Index: none. Locks: none. Safe: the settings end with the transaction.
select set_config('lock_timeout', '5s', true),
       set_config('statement_timeout', '30s', true),
       set_config('idle_in_transaction_session_timeout', '5s', true)
