-- Ends a transaction in the message that its last statements go out in: a round trip less.
-- Index: none. Locks: all are released. Safe: after an error the database skips the rest of a
-- message, and this with it.
commit
