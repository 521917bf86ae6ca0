-- Writes down that a migration was applied, in the transaction that applied it.
-- Index: migrations_pkey. Locks: the new row.
insert into carillon.migrations (version, name, checksum) values (:version, :name, :checksum)
