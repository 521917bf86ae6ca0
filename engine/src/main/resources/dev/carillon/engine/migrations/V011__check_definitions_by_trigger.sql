-- The trigger that sets the pattern also checks the definition. PostgreSQL reads and plans the expression
-- of every check constraint anew for each statement that writes a row, however few columns it sets: ten
-- of them took two fifths of the time of adding a schedule. The expression of a trigger is kept for a session.
-- What is refused, and under which name, is the same. The status is still checked by a constraint: runs write it
-- without the trigger.
drop trigger set_pattern on carillon.schedules;
drop function carillon.set_pattern();

create function carillon.prepare_definition() returns trigger
  language plpgsql set search_path = pg_catalog set standard_conforming_strings = on
  as $$
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
end $$;
revoke all on function carillon.prepare_definition() from public;

create trigger prepare_definition before insert or update of
  pattern, description, owner, cron, timezone, interval_ms, interval_from, anchor_at, run_at, jitter_ms,
  target, workflow_id, trigger_node_id, graph_id, grant_id, agent_id, room_id, payload_kind, payload_text,
  url, method, headers, handler, total_repeats, max_retries, retry_delay_ms, timeout_ms,
  max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit
  on carillon.schedules for each row execute function carillon.prepare_definition();

alter table carillon.schedules
  drop constraint schedules_one_timing,
  drop constraint schedules_cron_has_zone,
  drop constraint schedules_interval_has_anchor,
  drop constraint schedules_interval_from_check,
  drop constraint schedules_target_check,
  drop constraint schedules_target_is_whole,
  drop constraint schedules_payload_kind_check,
  drop constraint schedules_on_max_failures_check,
  drop constraint schedules_overlap_check,
  drop constraint schedules_catch_up_check;
