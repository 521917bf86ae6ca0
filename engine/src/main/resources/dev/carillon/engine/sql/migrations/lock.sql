-- Lets one process at a time bring the schema up to date; the others wait for its commit.
-- Index: none. Locks: an advisory lock of ours ("cari" in ASCII) until the transaction ends.
select pg_advisory_xact_lock(1667331689, 1)
