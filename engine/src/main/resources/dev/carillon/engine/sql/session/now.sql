-- The database's clock.
-- Index: none. Locks: none.
select coalesce(:now::timestamptz, clock_timestamp()) as now
