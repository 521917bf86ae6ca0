-- The level that all statements are written for, whatever the connection's own default is.
-- Index: none. Locks: none. Safe: it comes first in its transaction, and ends with it.
set transaction isolation level read committed
