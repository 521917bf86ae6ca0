-- Writes down that a migration was applied, in the transaction that applied it.
-- Index: server_migrations_pkey. Locks: the new row.
insert into carillon.server_migrations (version, name, checksum)
values (:version, :name, :checksum)
