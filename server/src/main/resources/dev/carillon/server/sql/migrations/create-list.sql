-- Makes the list of the server's migrations applied; the engine keeps its own.
-- Locks: the catalogue; the advisory lock keeps others away.
create table if not exists carillon.server_migrations (
  version    int primary key,
  name       text not null,
  checksum   text not null,
  applied_at timestamptz not null default now()
)
