-- Holds off whoever takes shards away from a node, until the transaction ends.
-- Locks: an advisory lock of the node, shared by its own writes; see take-from-nodes.sql. It costs
-- no write, unlike a lock on a row.
-- Safe: a statement that follows in the transaction sees what was committed before the lock was
-- had, so the shards and the lease it reads stay as they are until its own commit.
select pg_advisory_xact_lock_shared(:class::int, :node::int)
