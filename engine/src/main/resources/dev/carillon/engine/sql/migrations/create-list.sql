-- Makes the list of migrations applied. Locks: the catalogue; the advisory lock keeps others away.
create table if not exists carillon.migrations (
  version    int primary key,
  name       text not null,
  checksum   text not null,
  applied_at timestamptz not null default now()
)
