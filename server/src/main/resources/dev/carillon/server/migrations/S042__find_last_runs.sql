-- Runs that do not lie in history where they ended: ids begin with the moment of the slot, but not those
-- that somebody asked for, and those that began late or took long ended well after it. With these
-- beside it, the end of history tells all that has run of late. A run that is neither writes nothing
-- here.
create index runs_out_of_order on carillon.runs (org_id, completed_at, schedule_id)
  where origin <> 'schedule' or completed_at - slot_at > interval '30 seconds';

-- When an organization last got runs that another system carried out: these lie anywhere in history, and
-- ended long before they were written. One row each, written by imports alone.
create table carillon.imported_pasts (
  org_id   int primary key references carillon.organizations (id),
  added_at timestamptz not null
);
create policy engine on carillon.imported_pasts to current_user using (true) with check (true);
create policy organization on carillon.imported_pasts
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.imported_pasts enable row level security, force row level security;
grant select, insert, update on carillon.imported_pasts to carillon_api;
