-- Ends a session. Index: sessions_by_hash. Locks: that row.
delete from carillon.sessions where hash = :hash
