-- Where the events stand: all of earlier transactions can be read, those from this one on will come.
-- Index: none. Locks: none.
select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid
