-- What happened in an organization, and who is told. Everything here is written by triggers, in the
-- transaction of its cause: an event stands if and only if what it tells of does.

-- The order of events is (xid, seq). A reader takes only events of transactions older than every
-- transaction still under way; nothing can come before what it has read, so that the last event it
-- saw says exactly where it goes on.
create table carillon.events (
  xid         bigint not null,
  seq         bigint generated always as identity,
  at          timestamptz not null,
  schedule_id uuid,
  run_id      uuid,
  org_id      int not null,
  type        text not null,
  owner       text,
  agent_id    text,
  data        json not null,
  primary key (org_id, xid, seq)
);
-- Events are added in the order of time, so that the oldest are found by block.
create index events_by_age on carillon.events using brin (at)
  with (pages_per_range = 16, autosummarize = on);

-- How far events were swept away: whoever saw none newer than this has missed some.
create table carillon.event_sweep (swept_xid bigint not null);
insert into carillon.event_sweep values (0);

-- Which organizations have somebody who wants to hear of every success. Failures are always
-- recorded; successes are the hot path, and cost nothing while nobody listens.
create table carillon.event_listeners (
  org_id    int primary key,
  since_xid bigint not null,
  until     timestamptz not null
) with (fillfactor = 50);

-- Where events are sent to.
create table carillon.webhooks (
  id            uuid not null,
  org_id        int not null references carillon.organizations (id),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  url           text not null,
  description   text not null,
  created_by    text not null,
  status        text not null check (status in ('active', 'disabled')),
  status_reason text,
  types         text[] not null check (cardinality(types) > 0),
  primary key (org_id, id)
);

-- The outbox: one row for each event and webhook that wants it. due_at of a pending row is also its
-- lease: whoever takes it moves it on, and the number of tries is the fence of what they report.
create table carillon.webhook_deliveries (
  webhook_id   uuid not null,
  xid          bigint not null,
  seq          bigint not null,
  at           timestamptz not null,
  due_at       timestamptz not null,
  ended_at     timestamptz,
  org_id       int not null,
  attempts     int not null default 0,
  last_status  int,
  state        text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  type         text not null,
  last_error   text,
  data         json not null,
  primary key (org_id, webhook_id, xid, seq),
  foreign key (org_id, webhook_id) references carillon.webhooks (org_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index webhook_deliveries_due on carillon.webhook_deliveries (due_at)
  where state = 'pending';
create index webhook_deliveries_ended on carillon.webhook_deliveries (ended_at)
  where ended_at is not null;

-- The overdue slot that was last reported of a schedule, so that each is reported once.
create table carillon.late_slots (
  schedule_id uuid not null references carillon.schedules (id) on delete cascade,
  slot_at     timestamptz not null,
  org_id      int not null,
  primary key (org_id, schedule_id)
);

create function carillon.iso(moment timestamptz) returns text
  language sql stable parallel safe
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Slots that were due before a moment and have not begun. The engine finds due timers by its agenda,
-- buckets of two seconds; a database whose engine is older has an index on the due time instead.
do $do$
begin
  if to_regclass('carillon.agenda') is not null then
    execute $sql$
      create function carillon.overdue(before timestamptz, most int)
        returns table (org_id int, schedule_id uuid, slot_at timestamptz, due_at timestamptz)
        language sql stable
        as $$
          select distinct t.org_id, t.schedule_id, t.slot_at, t.due_at
          from (select a.schedule_ids from carillon.agenda a
                where a.bucket <= floor(extract(epoch from before) / 2)::bigint
                order by a.bucket, a.id
                limit most) a
          cross join lateral unnest(a.schedule_ids) as named (id)
          join carillon.timers t on t.schedule_id = named.id
          where t.due_at < before and t.slot_at is not null
          limit most
        $$ $sql$;
  else
    execute $sql$
      create function carillon.overdue(before timestamptz, most int)
        returns table (org_id int, schedule_id uuid, slot_at timestamptz, due_at timestamptz)
        language sql stable
        as $$
          select t.org_id, t.schedule_id, t.slot_at, t.due_at
          from generate_series(0, 63) as s (shard)
          cross join lateral (
            select d.org_id, d.schedule_id, d.slot_at, d.due_at from carillon.timers d
            where d.shard = s.shard and d.due_at < before and d.slot_at is not null
            order by d.due_at limit most / 64 + 1) t
        $$ $sql$;
  end if;
end $do$;

-- These functions run as the owner of the tables: the role that requests run as can cause events,
-- but not write, change or forge one.
create function carillon.note_schedule() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  s carillon.schedules;
  kind text;
begin
  if tg_op = 'INSERT' then
    s := new;
    kind := 'schedule.created';
  elsif tg_op = 'DELETE' then
    s := old;
    kind := 'schedule.deleted';
  else
    s := new;
    -- A new status says more than the new version that may come with it.
    kind := case when new.status = old.status then 'schedule.updated'
                 when new.status <> 'active' then 'schedule.' || new.status
                 when old.status = 'paused' then 'schedule.resumed'
                 else 'schedule.revived' end;
  end if;
  insert into carillon.events (xid, at, org_id, type, schedule_id, owner, agent_id, data)
  values (pg_current_xact_id()::text::bigint, clock_timestamp(), s.org_id, kind, s.id, s.owner,
          s.agent_id,
          json_build_object(
            'schedule_id', s.id, 'schedule_name', s.name, 'status', s.status,
            'status_reason', s.status_reason, 'target', s.target, 'owner', s.owner,
            'version', s.version));
  return null;
end $$;

create trigger note_schedule after insert or delete on carillon.schedules
  for each row execute function carillon.note_schedule();
-- A trigger for each row is not even called by a statement that changes none, such as the one that
-- settles runs and ends no schedule.
create trigger note_schedule_change after update on carillon.schedules
  for each row when (new.version <> old.version or new.status <> old.status)
  execute function carillon.note_schedule();

-- Called once for all runs that end together. Up to 100 successes of an organization in one write
-- are told one by one; more of them are told in one event with their count, so that a listener
-- cannot slow down ten thousand runs a second.
create function carillon.note_runs() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
declare
  listened_to int[];
begin
  select array_agg(l.org_id) into listened_to from (
    select org_id from carillon.event_listeners where until > statement_timestamp()
    union
    select org_id from carillon.webhooks where status = 'active' and 'run.succeeded' = any (types)
  ) l;
  if listened_to is null and not exists (select from fresh where status <> 'success') then
    return null;
  end if;
  insert into carillon.events (xid, at, org_id, type, schedule_id, run_id, owner, agent_id, data)
  select pg_current_xact_id()::text::bigint, clock_timestamp(), r.org_id,
         case r.status
           when 'success' then 'run.succeeded'
           when 'skipped' then 'run.skipped'
           when 'cancelled' then 'run.cancelled'
           else 'run.failed' end,
         r.schedule_id, r.id, s.owner, s.agent_id,
         json_build_object(
           'run_id', r.id, 'schedule_id', r.schedule_id, 'schedule_name', s.name,
           'scheduled_for', carillon.iso(r.slot_at), 'origin', r.origin,
           'key', 'sched-' || r.schedule_id || '-n' || r.repeat || '-rc' || r.retry,
           'repeat', r.repeat, 'attempt', r.retry + 1, 'status', r.status, 'reason', r.reason,
           'started_at', carillon.iso(r.started_at), 'completed_at', carillon.iso(r.completed_at),
           'lateness_ms', r.lateness_ms,
           'error', case when r.error_code is not null then
             json_build_object('code', r.error_code, 'message', left(r.error_message, 2000)) end)
  from (select f.*, count(*) filter (where f.status = 'success') over (partition by f.org_id) as many
        from fresh f) r
  left join carillon.schedules s on s.id = r.schedule_id
  where r.status <> 'success' or (r.org_id = any (listened_to) and r.many <= 100);
  if listened_to is not null then
    insert into carillon.events (xid, at, org_id, type, data)
    select pg_current_xact_id()::text::bigint, clock_timestamp(), r.org_id, 'run.succeeded',
           json_build_object('count', count(*), 'from', carillon.iso(min(r.completed_at)),
                             'to', carillon.iso(max(r.completed_at)))
    from fresh r
    where r.status = 'success' and r.org_id = any (listened_to)
    group by r.org_id having count(*) > 100;
  end if;
  return null;
end $$;

create trigger note_runs after insert on carillon.runs referencing new table as fresh
  for each statement execute function carillon.note_runs();

-- Fills the outbox, in the same transaction.
create function carillon.post_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
begin
  insert into carillon.webhook_deliveries (org_id, webhook_id, xid, seq, at, due_at, type, data)
  select e.org_id, w.id, e.xid, e.seq, e.at, e.at, e.type, e.data
  from fresh e
  join carillon.webhooks w on w.org_id = e.org_id and w.status = 'active' and e.type = any (w.types);
  return null;
end $$;

create trigger post_events after insert on carillon.events referencing new table as fresh
  for each statement execute function carillon.post_events();

-- Triggers call them by themselves; nobody else has a reason to.
revoke all on function carillon.note_schedule(), carillon.note_runs(), carillon.post_events()
  from public;

create policy engine on carillon.events to current_user using (true) with check (true);
create policy engine on carillon.event_listeners to current_user using (true) with check (true);
create policy engine on carillon.webhooks to current_user using (true) with check (true);
create policy engine on carillon.webhook_deliveries to current_user using (true) with check (true);
create policy engine on carillon.late_slots to current_user using (true) with check (true);

create policy organization on carillon.events
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.event_listeners
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.webhooks
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.webhook_deliveries
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.late_slots
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);

alter table carillon.events enable row level security, force row level security;
alter table carillon.event_listeners enable row level security, force row level security;
alter table carillon.webhooks enable row level security, force row level security;
alter table carillon.webhook_deliveries enable row level security, force row level security;
alter table carillon.late_slots enable row level security, force row level security;

grant select on carillon.events, carillon.event_sweep to carillon_api;
grant select, insert, update on carillon.event_listeners to carillon_api;
grant select, insert, update, delete on carillon.webhooks to carillon_api;
grant select, update on carillon.webhook_deliveries to carillon_api;
