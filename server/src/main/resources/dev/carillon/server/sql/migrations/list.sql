-- The migrations applied so far. Index: none, they are few. Locks: none.
select version, checksum from carillon.server_migrations order by version
