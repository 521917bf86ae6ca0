-- Waits until whatever is about to be due is due.
-- Index: none. Locks: none.
select pg_sleep(:within_ms::int / 1000.0)
