-- Makes the schema. Index: none. Locks: the catalogue; the advisory lock keeps others away.
create schema if not exists carillon
