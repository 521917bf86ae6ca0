-- The tables of the engine as its migrations leave them, to be read, not run.
-- Made by: mvn test -pl engine -am -Dtest=SchemaTest -Dcarillon.schema.write=true \
--            -Dsurefire.failIfNoSpecifiedTests=false

create table carillon.agenda (
  bucket bigint not null,
  id bigint not null generated always as identity,
  shards bigint not null,
  org_id integer not null,
  size integer not null,
  schedule_ids uuid[] not null storage external,
  cohort_ids bigint[] storage external,
  cohort_members bigint[] storage external
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

create table carillon.cohort_members (
  cohort_id bigint not null,
  org_id integer not null,
  schedule_ids uuid[] not null storage external,
  texts bytea not null storage external
);
alter table carillon.cohort_members add constraint cohort_members_pkey PRIMARY KEY (cohort_id);
alter table carillon.cohort_members enable row level security, force row level security;
create policy engine on carillon.cohort_members for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.cohort_members for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

create table carillon.cohorts (
  id bigint not null generated always as identity,
  slot_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  next_slot_at timestamp with time zone,
  next_due_at timestamp with time zone,
  moved bigint not null default 0,
  gone bigint not null default 0,
  settled bigint not null default 0,
  version bigint not null,
  org_id integer not null,
  revision integer not null default 0,
  repeat integer not null default 0,
  shard smallint not null,
  size smallint not null,
  last_run_ids uuid[] storage external,
  last_run_ats double precision[] storage external
) with (fillfactor=45, autovacuum_vacuum_scale_factor=0.05);
alter table carillon.cohorts add constraint cohorts_pkey PRIMARY KEY (id);
alter table carillon.cohorts add constraint cohorts_size_check CHECK (((size >= 1) AND (size <= 63)));
alter table carillon.cohorts enable row level security, force row level security;
create policy engine on carillon.cohorts for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.cohorts for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));

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
alter table carillon.schedules add constraint schedules_org_id_fkey FOREIGN KEY (org_id) REFERENCES organizations(id);
alter table carillon.schedules add constraint schedules_pkey PRIMARY KEY (id);
alter table carillon.schedules add constraint schedules_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'done'::text, 'dead'::text, 'stopped'::text])));
CREATE UNIQUE INDEX schedules_by_org ON carillon.schedules USING btree (org_id, id);
CREATE UNIQUE INDEX schedules_by_status ON carillon.schedules USING btree (org_id, status, id);
alter table carillon.schedules enable row level security, force row level security;
create policy engine on carillon.schedules for all to the owner
  using (true)
  with check (true);
create policy organization on carillon.schedules for all
  using ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer))
  with check ((org_id = (NULLIF(current_setting('app.current_org_id'::text, true), ''::text))::integer));
CREATE OR REPLACE FUNCTION carillon.prepare_definition()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
 SET standard_conforming_strings TO 'on'
AS $function$
declare
  -- As with a constraint, what is null breaks nothing.
  broken text := case
    when num_nonnulls(new.cron, new.interval_ms, new.run_at) <> 1 then 'schedules_one_timing'
    when (new.cron is null) <> (new.timezone is null) then 'schedules_cron_has_zone'
    when (new.interval_ms is null) <> (new.anchor_at is null)
      or (new.interval_ms is null) <> (new.interval_from is null) then 'schedules_interval_has_anchor'
    when new.interval_from not in ('slot', 'completion') then 'schedules_interval_from_check'
    when new.target not in ('workflow', 'graph', 'message', 'http', 'handler')
      then 'schedules_target_check'
    when not case new.target
        when 'workflow' then new.workflow_id is not null
        when 'graph'    then new.graph_id is not null
        when 'message'  then num_nonnulls(new.agent_id, new.payload_kind, new.payload_text) = 3
        when 'http'     then num_nonnulls(new.url, new.method, new.headers) = 3
        else                 new.handler is not null
      end then 'schedules_target_is_whole'
    when new.payload_kind not in ('message', 'system_event') then 'schedules_payload_kind_check'
    when new.on_max_failures not in ('dead', 'paused') then 'schedules_on_max_failures_check'
    when new.overlap not in ('skip', 'queue', 'allow', 'replace') then 'schedules_overlap_check'
    when new.catch_up not in ('latest', 'all', 'skip') then 'schedules_catch_up_check'
  end;
begin
  if broken is not null then
    raise check_violation using
      message = format('new row for relation "schedules" violates check "%s"', broken),
      schema = 'carillon', table = 'schedules', constraint = broken;
  end if;
  new.pattern :=
    encode(substring(sha256(decode(replace(
      quote_literal(new.description)
      || ',' || quote_literal(new.owner)
      || ',' || quote_nullable(new.cron)
      || ',' || quote_nullable(new.timezone)
      || ',' || quote_nullable(new.interval_ms::text)
      || ',' || quote_nullable(new.interval_from)
      || ',' || new.jitter_ms::text
      || ',' || quote_literal(new.target)
      || ',' || quote_nullable(new.workflow_id)
      || ',' || quote_nullable(new.trigger_node_id)
      || ',' || quote_nullable(new.graph_id)
      || ',' || quote_nullable(new.grant_id::text)
      || ',' || quote_nullable(new.agent_id)
      || ',' || quote_nullable(new.room_id::text)
      || ',' || quote_nullable(new.payload_kind)
      || ',' || quote_nullable(new.payload_text)
      || ',' || quote_nullable(new.url)
      || ',' || quote_nullable(new.method)
      || ',' || quote_nullable(new.headers::text)
      || ',' || quote_nullable(new.handler)
      || ',' || new.total_repeats::text
      || ',' || new.max_retries::text
      || ',' || new.retry_delay_ms::text
      || ',' || new.timeout_ms::text
      || ',' || new.max_failures::text
      || ',' || quote_literal(new.on_max_failures)
      || ',' || quote_literal(new.overlap)
      || ',' || quote_literal(new.catch_up)
      || ',' || new.starting_deadline_ms::text
      || ',' || new.backfill_limit::text,
      '\', '\\'), 'escape')) from 1 for 16), 'hex')::uuid;
  return new;
end $function$;
CREATE TRIGGER prepare_definition BEFORE INSERT OR UPDATE OF pattern, description, owner, cron, timezone, interval_ms, interval_from, anchor_at, run_at, jitter_ms, target, workflow_id, trigger_node_id, graph_id, grant_id, agent_id, room_id, payload_kind, payload_text, url, method, headers, handler, total_repeats, max_retries, retry_delay_ms, timeout_ms, max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit ON carillon.schedules FOR EACH ROW EXECUTE FUNCTION prepare_definition();

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
  unstarted_through timestamp with time zone,
  cohort_id bigint,
  cohort_bit smallint
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
CREATE OR REPLACE FUNCTION carillon.mark_gone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
begin
  update carillon.cohorts set gone = gone | (1::bigint << old.cohort_bit) where id = old.cohort_id;
  return old;
end
$function$;
CREATE TRIGGER mark_gone BEFORE DELETE ON carillon.timers FOR EACH ROW WHEN ((old.cohort_id IS NOT NULL)) EXECUTE FUNCTION mark_gone();

CREATE OR REPLACE FUNCTION carillon.leave_cohorts(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
declare
  left_behind bigint[];
begin
  perform from carillon.timers t
  where t.schedule_id = any (ids) and t.cohort_id is not null order by t.schedule_id for update;
  if not found then
    return;
  end if;
  left_behind := array(select distinct t.cohort_id from carillon.timers t
                       where t.schedule_id = any (ids) and t.cohort_id is not null);
  perform from carillon.cohorts c where c.id = any (left_behind) order by c.id for update;
  with leaving as materialized (
    select t.* from carillon.current_timers t
    where t.schedule_id = any (ids) and t.cohort_id is not null),
  written as (
    update carillon.timers t
    set cohort_id = null, cohort_bit = null, revision = l.revision, slot_at = l.slot_at,
        due_at = l.due_at, repeat = l.repeat, run_count = l.run_count, run_seq = l.run_seq,
        last_run_at = l.last_run_at, last_run_status = l.last_run_status,
        last_run_id = l.last_run_id
    from leaving l where t.schedule_id = l.schedule_id),
  named as (
    -- Buckets are two seconds wide, see Agenda.java.
    insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
    select floor(extract(epoch from l.due_at) / 2)::bigint, bit_or(1::bigint << l.shard), l.org_id,
           count(*), array_agg(l.schedule_id)
    from leaving l group by 1, l.org_id),
  stays as (
    -- When all who stay have run the slot, the cohort has.
    select o.id, l.bits,
           o.moved & ~(o.gone | l.bits) <> 0
           and o.moved | o.gone | l.bits = ~(-1::bigint << o.size) as goes_on
    from carillon.cohorts o
    join (select cohort_id, bit_or(1::bigint << cohort_bit) as bits
          from leaving group by cohort_id) l on l.cohort_id = o.id)
  update carillon.cohorts c
  set gone = c.gone | s.bits,
      moved = case when s.goes_on then 0 else c.moved end,
      slot_at = case when s.goes_on then c.next_slot_at else c.slot_at end,
      due_at = case when s.goes_on then c.next_due_at else c.due_at end,
      next_slot_at = case when s.goes_on then null else c.next_slot_at end,
      next_due_at = case when s.goes_on then null else c.next_due_at end,
      revision = c.revision + s.goes_on::int, repeat = c.repeat + s.goes_on::int
  from stays s where c.id = s.id;
  with over as (
    delete from carillon.cohorts c
    where c.id = any (left_behind) and c.gone = ~(-1::bigint << c.size) returning c.id)
  delete from carillon.cohort_members m using over o where m.cohort_id = o.id;
end
$function$;

CREATE OR REPLACE FUNCTION carillon.require_written(written bigint, expected integer)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
  begin
    if written <> expected then
      raise exception '% of % locked timers were written; somebody writes without locking',
        written, expected;
    end if;
  end
  $function$;

create view carillon.current_timers with (security_invoker=true) as
 SELECT t.schedule_id,
    t.org_id,
    t.shard,
    COALESCE(c.revision, t.revision) AS revision,
    t.version,
    COALESCE(c.slot_at, t.slot_at) AS slot_at,
    COALESCE(c.due_at, t.due_at) AS due_at,
    t.open_runs,
    COALESCE(c.repeat, t.repeat) AS repeat,
    t.retry,
    COALESCE((c.repeat)::bigint, t.run_count) AS run_count,
    t.error_count,
    t.consecutive_failures,
    t.skipped_count,
    COALESCE(c.last_run_at, t.last_run_at) AS last_run_at,
        CASE
            WHEN (c.repeat > 0) THEN 'success'::text
            ELSE t.last_run_status
        END AS last_run_status,
    t.last_error,
    COALESCE(c.last_run_id, t.last_run_id) AS last_run_id,
    COALESCE(c.repeat, t.run_seq) AS run_seq,
    t.unstarted_through,
    t.ctid AS place,
    c.place AS cohort_place,
    t.cohort_id,
    t.cohort_bit
   FROM (timers t
     LEFT JOIN LATERAL ( SELECT (m.revision + h.has) AS revision,
            (m.repeat + h.has) AS repeat,
                CASE h.has
                    WHEN 0 THEN m.slot_at
                    ELSE m.next_slot_at
                END AS slot_at,
                CASE h.has
                    WHEN 0 THEN m.due_at
                    ELSE m.next_due_at
                END AS due_at,
            NULLIF(m.last_run_ids[(t.cohort_bit + 1)], '00000000-0000-0000-0000-000000000000'::uuid) AS last_run_id,
            to_timestamp(NULLIF(m.last_run_ats[(t.cohort_bit + 1)], '-Infinity'::double precision)) AS last_run_at,
            (- (((m.id << 12) | ((m.size)::bigint << 6)) | (t.cohort_bit)::bigint)) AS place
           FROM cohorts m,
            LATERAL ( SELECT (((m.moved >> (t.cohort_bit)::integer) & (1)::bigint))::integer AS has) h
          WHERE ((t.cohort_id IS NOT NULL) AND (m.id = t.cohort_id))
         OFFSET 0) c ON (true));
