-- The tables of a Carillon database. Everything lives in the schema carillon and is named with it,
-- so that a host application's search_path never matters.

create table carillon.organizations (
  id         int generated always as identity primary key,
  name       text not null unique check (name <> ''),
  created_at timestamptz not null default now()
);
insert into carillon.organizations (name) values ('default');

-- What users asked for. A run writes here only when it ends the schedule.
create table carillon.schedules (
  id                   uuid primary key,
  org_id               int not null references carillon.organizations (id),
  version              bigint not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  name                 text not null,
  description          text not null,
  owner                text not null,
  status               text not null
    check (status in ('active', 'paused', 'done', 'dead', 'stopped')),
  status_reason        text,

  cron                 text,
  timezone             text,
  interval_ms          bigint,
  interval_from        text check (interval_from in ('slot', 'completion')),
  anchor_at            timestamptz,
  run_at               timestamptz,
  start_at             timestamptz,
  end_at               timestamptz,
  jitter_ms            bigint not null,

  target               text not null
    check (target in ('workflow', 'graph', 'message', 'http', 'handler')),
  workflow_id          text,
  trigger_node_id      text,
  graph_id             text,
  grant_id             uuid,
  agent_id             text,
  room_id              uuid,
  payload_kind         text check (payload_kind in ('message', 'system_event')),
  payload_text         text,
  url                  text,
  method               text,
  headers              jsonb,
  handler              text,
  -- json, not jsonb: the target receives the very text its owner wrote.
  payload              json,

  total_repeats        int not null,
  max_retries          int not null,
  retry_delay_ms       bigint not null,
  timeout_ms           bigint not null,
  max_failures         int not null,
  on_max_failures      text not null check (on_max_failures in ('dead', 'paused')),
  overlap              text not null check (overlap in ('skip', 'queue', 'allow', 'replace')),
  catch_up             text not null check (catch_up in ('latest', 'all', 'skip')),
  starting_deadline_ms bigint not null,
  backfill_limit       int not null,

  constraint schedules_one_timing check (num_nonnulls(cron, interval_ms, run_at) = 1),
  constraint schedules_cron_has_zone check ((cron is null) = (timezone is null)),
  constraint schedules_interval_has_anchor
    check ((interval_ms is null) = (anchor_at is null)
       and (interval_ms is null) = (interval_from is null)),
  constraint schedules_target_is_whole check (
    case target
      when 'workflow' then workflow_id is not null
      when 'graph'    then graph_id is not null
      when 'message'  then num_nonnulls(agent_id, payload_kind, payload_text) = 3
      when 'http'     then num_nonnulls(url, method, headers) = 3
      else                 handler is not null
    end)
);
create unique index schedules_by_org on carillon.schedules (org_id, id);
create unique index schedules_by_status on carillon.schedules (org_id, status, id);

-- The row that every run writes: narrow, wide types first, no check that would cost per run. The
-- due time is the only indexed column that a run changes; the free 30 % keep new versions of a row
-- on its page.
create table carillon.timers (
  schedule_id          uuid primary key references carillon.schedules (id) on delete cascade,
  last_run_id          uuid,
  slot_at              timestamptz,
  due_at               timestamptz,
  last_run_at          timestamptz,
  version              bigint not null,
  run_count            bigint not null,
  error_count          bigint not null,
  skipped_count        bigint not null,
  org_id               int not null,
  revision             int not null,
  repeat               int not null,
  retry                int not null,
  open_runs            int not null,
  consecutive_failures int not null,
  run_seq              int not null,
  shard                smallint not null,
  last_run_status      text,
  last_error           text
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index timers_due on carillon.timers (shard, due_at, schedule_id) where due_at is not null;

-- History. Ids begin with the time of the slot, so inserts append to the primary key. A schedule's
-- rows are linked by previous_id, newest first, from timers.last_run_id: no second index per run.
create table carillon.runs (
  id            uuid not null,
  schedule_id   uuid not null,
  previous_id   uuid,
  slot_at       timestamptz not null,
  started_at    timestamptz,
  completed_at  timestamptz not null,
  lateness_ms   bigint not null,
  org_id        int not null,
  seq           int not null,
  repeat        int not null,
  retry         int not null,
  node          int,
  origin        text not null,
  status        text not null,
  reason        text,
  skipped_slots bigint,
  skipped_until timestamptz,
  error_code    text,
  error_message text,
  attempts      jsonb,
  primary key (org_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.1);
create index runs_failed on carillon.runs (org_id, id) where status in ('error', 'timeout');

-- Runs that have not ended and that outlive the memory of one node.
create table carillon.open_runs (
  id                 uuid primary key,
  schedule_id        uuid not null,
  slot_at            timestamptz not null,
  first_due_at       timestamptz not null,
  started_at         timestamptz,
  due_at             timestamptz,
  attempt_started_at timestamptz,
  deadline_at        timestamptz,
  fence              bigint,
  org_id             int not null,
  repeat             int not null,
  retry              int not null,
  node               int,
  shard              smallint not null,
  origin             text not null,
  state              text not null check (
    case state
      when 'queued'   then true
      when 'waiting'  then due_at is not null
      when 'running'  then num_nonnulls(node, fence, attempt_started_at, deadline_at) = 4
      when 'accepted' then num_nonnulls(fence, attempt_started_at, deadline_at) = 3
      else false
    end),
  cancel_reason      text,
  payload            json,
  attempts           jsonb
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
create index open_runs_waiting on carillon.open_runs (shard, due_at) where state = 'waiting';
create index open_runs_deadline on carillon.open_runs (shard, deadline_at)
  where state in ('running', 'accepted');
create index open_runs_of_schedule on carillon.open_runs (schedule_id);
create index open_runs_of_node on carillon.open_runs (node) where state = 'running';

-- One row per process lifetime; numbers are never given twice.
create table carillon.nodes (
  id         int generated always as identity primary key,
  beat       bigint not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  dead_at    timestamptz,
  name       text not null,
  place      text
) with (fillfactor = 50);

-- Who owns which share of the schedules. Changes only when an owner changes; heartbeats stay off it.
create table carillon.shards (
  fence bigint not null,
  node  int references carillon.nodes (id),
  shard smallint primary key
) with (fillfactor = 50);
insert into carillon.shards (shard, fence) select generate_series(0, 63), 0;

-- What a node was about to begin. A row goes when its runs are settled or written down as open.
create table carillon.intents (
  node         int not null,
  batch        bigint not null,
  begun_at     timestamptz not null,
  schedule_ids uuid[] not null,
  run_ids      uuid[] not null,
  slots        timestamptz[] not null
);
-- Ids do not compress; trying to took longer than all else of a beginning.
alter table carillon.intents
  alter column schedule_ids set storage external,
  alter column run_ids set storage external,
  alter column slots set storage external;
create index intents_by_node on carillon.intents (node, batch);

-- Organizations are kept apart in the database itself. The owner of the tables, which the engine
-- connects as, sees all; every other role sees the organization its transaction names, and nothing
-- when it names none: after SET LOCAL a pooled connection reads '', not null, hence nullif.
create policy engine on carillon.organizations to current_user using (true) with check (true);
create policy engine on carillon.schedules to current_user using (true) with check (true);
create policy engine on carillon.timers to current_user using (true) with check (true);
create policy engine on carillon.runs to current_user using (true) with check (true);
create policy engine on carillon.open_runs to current_user using (true) with check (true);

create policy organization on carillon.organizations
  using (id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.schedules
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.timers
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.runs
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
create policy organization on carillon.open_runs
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);

alter table carillon.organizations enable row level security, force row level security;
alter table carillon.schedules enable row level security, force row level security;
alter table carillon.timers enable row level security, force row level security;
alter table carillon.runs enable row level security, force row level security;
alter table carillon.open_runs enable row level security, force row level security;
