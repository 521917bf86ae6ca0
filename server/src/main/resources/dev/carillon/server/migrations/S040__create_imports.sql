-- What was imported from where, so that importing again changes what the source changed, and nothing
-- else. A row outlives its schedule: what somebody deleted here is not brought back.
create table carillon.imports (
  schedule_id      uuid not null,
  imported_at      timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  org_id           int not null references carillon.organizations (id),
  original_enabled boolean not null,
  source           text not null,
  source_instance  text not null,
  source_id        text not null,
  original         json not null,
  definition       json not null,
  primary key (org_id, source, source_instance, source_id)
);

create policy engine on carillon.imports to current_user using (true) with check (true);
create policy organization on carillon.imports
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.imports enable row level security, force row level security;
grant select, insert, update on carillon.imports to carillon_api;

-- Runs that another system carried out are history, not news: a transaction that adds them says so,
-- and nobody is told of failures that are months old.
drop trigger note_runs on carillon.runs;
create trigger note_runs after insert on carillon.runs referencing new table as fresh
  for each statement when (current_setting('carillon.importing', true) is distinct from 'yes')
  execute function carillon.note_runs();
