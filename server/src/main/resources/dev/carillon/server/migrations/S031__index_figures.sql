-- What the page's figures are read by. None of it is written by a run that succeeds, but the minutes,
-- which get a row or two for all runs that end together.

-- In the order of bytes, which is the same in every database and in every program.
drop index carillon.schedules_by_name;
create index schedules_by_name on carillon.schedules (org_id, name collate "C", id);

-- What stopped by itself and waits for a person. The reasons are the engine's own; those of people
-- begin with who they are.
create index schedules_ended_by_failures on carillon.schedules (org_id, status, updated_at, id)
  where status = 'dead'
     or (status = 'paused' and status_reason ~ '^([0-9]+ consecutive failures;|grant |there is no grant |the schedule names no grant)');
create index schedules_by_grant on carillon.schedules (org_id, grant_id) where grant_id is not null;
create index grants_by_expiry on carillon.grants (org_id, expires_at) where revoked_at is null;

-- Neither changes when a run succeeds, so that the timer's row stays on its page.
create index timers_by_org on carillon.timers (org_id);
create index timers_failing on carillon.timers (org_id, schedule_id) where consecutive_failures > 0;

-- The policy of the agenda shows each organization its own names.
grant select on carillon.agenda to carillon_api;

-- Runs that ended, by minute, and by how late they began: one row for each bucket of lateness of the
-- runs that ended together, added and never changed, so that nobody waits for anybody; folded when
-- the minute has passed. A bucket is the place of the greatest bound that is not above it, 0 below
-- the first; -1 is for what never began.
create table carillon.run_minutes (
  org_id  int not null,
  minute  timestamptz not null,
  id      bigint generated always as identity,
  success int not null,
  error   int not null,
  timeout int not null,
  skipped int not null,
  late    smallint not null,
  folded  boolean not null,
  primary key (org_id, minute, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index run_minutes_loose on carillon.run_minutes (minute) where not folded;
create index run_minutes_folded on carillon.run_minutes (minute) where folded;

create function carillon.lateness_bounds() returns bigint[]
  language sql immutable parallel safe
  as $$ select '{1,2,3,4,5,7,10,15,20,30,50,75,100,150,200,300,500,750,1000,1500,2000,3000,5000,10000,30000,60000,300000,3600000}'::bigint[] $$;

-- Runs as the owner of the table: whoever ends a run causes the count of it, and can write no other.
create function carillon.count_runs() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
begin
  insert into carillon.run_minutes (org_id, minute, late, success, error, timeout, skipped, folded)
  select f.org_id, date_trunc('minute', f.completed_at),
         case when f.started_at is null then -1
              else width_bucket(f.lateness_ms, carillon.lateness_bounds()) end,
         count(*) filter (where f.status = 'success'),
         count(*) filter (where f.status = 'error'),
         count(*) filter (where f.status = 'timeout'),
         count(*) filter (where f.status = 'skipped'),
         false
  from fresh f
  where f.status <> 'cancelled'
  group by 1, 2, 3;
  return null;
end $$;
revoke all on function carillon.count_runs() from public;

create trigger count_runs after insert on carillon.runs referencing new table as fresh
  for each statement execute function carillon.count_runs();

create policy engine on carillon.run_minutes to current_user using (true) with check (true);
create policy organization on carillon.run_minutes
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.run_minutes enable row level security, force row level security;
grant select on carillon.run_minutes to carillon_api;

-- What a server says of its node, every few seconds.
create table carillon.node_reports (
  node        int primary key references carillon.nodes (id) on delete cascade,
  reported_at timestamptz not null,
  lateness_ms bigint,
  host        text not null,
  version     text not null
) with (fillfactor = 50);
grant select on carillon.node_reports to carillon_api;
