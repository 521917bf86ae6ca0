-- The tables of the engine as its migrations leave them, to be read, not run.
-- Made by: mvn test -pl engine -am -Dtest=SchemaTest -Dcarillon.schema.write=true \
--            -Dsurefire.failIfNoSpecifiedTests=false

create table carillon.agenda (
  bucket bigint not null,
  id bigint not null generated always as identity,
  shards bigint not null,
  org_id integer not null,
  size integer not null,
  schedule_ids uuid[] not null storage external
) with (autovacuum_vacuum_scale_factor=0.05);
alter table carillon.agenda add constraint agenda_pkey PRIMARY KEY (bucket, id);
alter table carillon.agenda enable row level security, force row level security;
create policy engine on carillon.agenda for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.agenda for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.changes (
  shard smallint not null,
  count bigint not null
) with (fillfactor=10);
alter table carillon.changes add constraint changes_pkey PRIMARY KEY (shard);

create table carillon.intents (
  node integer not null,
  batch bigint not null,
  begun_at timestamp with time zone not null,
  schedule_ids uuid[] not null storage external,
  run_ids uuid[] not null storage external,
  slots timestamp with time zone[] not null storage external
);
CREATE INDEX intents_by_node ON carillon.intents USING btree (node, batch);

create table carillon.migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now()
);
alter table carillon.migrations add constraint migrations_pkey PRIMARY KEY (version);

create table carillon.nodes (
  id integer not null generated always as identity,
  beat bigint not null,
  started_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  dead_at timestamp with time zone,
  name text not null,
  place text,
  lease_ms bigint not null default 10000
) with (fillfactor=50);
alter table carillon.nodes add constraint nodes_pkey PRIMARY KEY (id);

create table carillon.open_runs (
  id uuid not null,
  schedule_id uuid not null,
  slot_at timestamp with time zone not null,
  first_due_at timestamp with time zone not null,
  started_at timestamp with time zone,
  due_at timestamp with time zone,
  attempt_started_at timestamp with time zone,
  deadline_at timestamp with time zone,
  fence bigint,
  org_id integer not null,
  repeat integer not null,
  retry integer not null,
  node integer,
  shard smallint not null,
  origin text not null,
  state text not null,
  cancel_reason text,
  payload json,
  attempts jsonb
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.05);
alter table carillon.open_runs add constraint open_runs_check CHECK (
CASE state
    WHEN 'queued'::text THEN true
    WHEN 'waiting'::text THEN (due_at IS NOT NULL)
    WHEN 'running'::text THEN (num_nonnulls(node, fence, attempt_started_at, deadline_at) = 4)
    WHEN 'accepted'::text THEN (num_nonnulls(fence, attempt_started_at, deadline_at) = 3)
    ELSE false
END);
alter table carillon.open_runs add constraint open_runs_pkey PRIMARY KEY (id);
CREATE INDEX open_runs_deadline ON carillon.open_runs USING btree (shard, deadline_at) WHERE (state = ANY (ARRAY['running'::text, 'accepted'::text]));
CREATE INDEX open_runs_of_node ON carillon.open_runs USING btree (node) WHERE (state = 'running'::text);
CREATE INDEX open_runs_of_schedule ON carillon.open_runs USING btree (schedule_id);
CREATE INDEX open_runs_waiting ON carillon.open_runs USING btree (shard, due_at) WHERE (state = 'waiting'::text);
alter table carillon.open_runs enable row level security, force row level security;
create policy engine on carillon.open_runs for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.open_runs for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.organizations (
  id integer not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null default now()
);
alter table carillon.organizations add constraint organizations_name_check CHECK ((name <> ''::text));
alter table carillon.organizations add constraint organizations_name_key UNIQUE (name);
alter table carillon.organizations add constraint organizations_pkey PRIMARY KEY (id);
alter table carillon.organizations enable row level security, force row level security;
create policy engine on carillon.organizations for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.organizations for all
  using ((id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.runs (
  id uuid not null,
  schedule_id uuid not null,
  previous_id uuid,
  slot_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone not null,
  lateness_ms bigint not null,
  org_id integer not null,
  seq integer not null,
  repeat integer not null,
  retry integer not null,
  node integer,
  origin text not null,
  status text not null,
  reason text,
  skipped_slots bigint,
  skipped_until timestamp with time zone,
  error_code text,
  error_message text,
  attempts jsonb,
  attempt_started_at timestamp with time zone
) with (autovacuum_vacuum_insert_scale_factor=0.1);
alter table carillon.runs add constraint runs_pkey PRIMARY KEY (org_id, id);
CREATE INDEX runs_failed ON carillon.runs USING btree (org_id, id) WHERE (status = ANY (ARRAY['error'::text, 'timeout'::text]));
alter table carillon.runs enable row level security, force row level security;
create policy engine on carillon.runs for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.runs for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.schedules (
  id uuid not null,
  org_id integer not null,
  version bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  name text not null,
  description text not null,
  owner text not null,
  status text not null,
  status_reason text,
  cron text,
  timezone text,
  interval_ms bigint,
  interval_from text,
  anchor_at timestamp with time zone,
  run_at timestamp with time zone,
  start_at timestamp with time zone,
  end_at timestamp with time zone,
  jitter_ms bigint not null,
  target text not null,
  workflow_id text,
  trigger_node_id text,
  graph_id text,
  grant_id uuid,
  agent_id text,
  room_id uuid,
  payload_kind text,
  payload_text text,
  url text,
  method text,
  headers jsonb,
  handler text,
  payload json,
  total_repeats integer not null,
  max_retries integer not null,
  retry_delay_ms bigint not null,
  timeout_ms bigint not null,
  max_failures integer not null,
  on_max_failures text not null,
  overlap text not null,
  catch_up text not null,
  starting_deadline_ms bigint not null,
  backfill_limit integer not null,
  pattern uuid not null
);
alter table carillon.schedules add constraint schedules_catch_up_check CHECK ((catch_up = ANY (ARRAY['latest'::text, 'all'::text, 'skip'::text])));
alter table carillon.schedules add constraint schedules_cron_has_zone CHECK (((cron IS NULL) = (timezone IS NULL)));
alter table carillon.schedules add constraint schedules_interval_from_check CHECK ((interval_from = ANY (ARRAY['slot'::text, 'completion'::text])));
alter table carillon.schedules add constraint schedules_interval_has_anchor CHECK ((((interval_ms IS NULL) = (anchor_at IS NULL)) AND ((interval_ms IS NULL) = (interval_from IS NULL))));
alter table carillon.schedules add constraint schedules_on_max_failures_check CHECK ((on_max_failures = ANY (ARRAY['dead'::text, 'paused'::text])));
alter table carillon.schedules add constraint schedules_one_timing CHECK ((num_nonnulls(cron, interval_ms, run_at) = 1));
alter table carillon.schedules add constraint schedules_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id);
alter table carillon.schedules add constraint schedules_overlap_check CHECK ((overlap = ANY (ARRAY['skip'::text, 'queue'::text, 'allow'::text, 'replace'::text])));
alter table carillon.schedules add constraint schedules_payload_kind_check CHECK ((payload_kind = ANY (ARRAY['message'::text, 'system_event'::text])));
alter table carillon.schedules add constraint schedules_pkey PRIMARY KEY (id);
alter table carillon.schedules add constraint schedules_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'done'::text, 'dead'::text, 'stopped'::text])));
alter table carillon.schedules add constraint schedules_target_check CHECK ((target = ANY (ARRAY['workflow'::text, 'graph'::text, 'message'::text, 'http'::text, 'handler'::text])));
alter table carillon.schedules add constraint schedules_target_is_whole CHECK (
CASE target
    WHEN 'workflow'::text THEN (workflow_id IS NOT NULL)
    WHEN 'graph'::text THEN (graph_id IS NOT NULL)
    WHEN 'message'::text THEN (num_nonnulls(agent_id, payload_kind, payload_text) = 3)
    WHEN 'http'::text THEN (num_nonnulls(url, method, headers) = 3)
    ELSE (handler IS NOT NULL)
END);
CREATE UNIQUE INDEX schedules_by_org ON carillon.schedules USING btree (org_id, id);
CREATE UNIQUE INDEX schedules_by_status ON carillon.schedules USING btree (org_id, status, id);
alter table carillon.schedules enable row level security, force row level security;
create policy engine on carillon.schedules for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.schedules for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.shards (
  fence bigint not null,
  node integer,
  shard smallint not null
) with (fillfactor=50);
alter table carillon.shards add constraint shards_node_fkey FOREIGN KEY (node) REFERENCES nodes(id);
alter table carillon.shards add constraint shards_pkey PRIMARY KEY (shard);

create table carillon.timers (
  schedule_id uuid not null,
  last_run_id uuid,
  slot_at timestamp with time zone,
  due_at timestamp with time zone,
  last_run_at timestamp with time zone,
  version bigint not null,
  run_count bigint not null,
  error_count bigint not null,
  skipped_count bigint not null,
  org_id integer not null,
  revision integer not null,
  repeat integer not null,
  retry integer not null,
  open_runs integer not null,
  consecutive_failures integer not null,
  run_seq integer not null,
  shard smallint not null,
  last_run_status text,
  last_error text,
  unstarted_through timestamp with time zone
) with (autovacuum_vacuum_scale_factor=0.05, fillfactor=45);
alter table carillon.timers add constraint timers_pkey PRIMARY KEY (schedule_id);
alter table carillon.timers add constraint timers_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE;
alter table carillon.timers enable row level security, force row level security;
create policy engine on carillon.timers for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.timers for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));
