-- The same value as V008 gave, from a trigger: PostgreSQL reads and plans the expression of a generated
-- column anew for every statement that writes one, which took 0.18 of the 0.42 ms of adding a schedule;
-- that of a trigger it keeps. The trigger has the last word, so that still nobody can write the pattern
-- or forget it; and a run that ends a schedule does not call it.
alter table carillon.schedules alter column pattern drop expression;

create function carillon.set_pattern() returns trigger
  language plpgsql set search_path = pg_catalog set standard_conforming_strings = on
  as $$
begin
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
revoke all on function carillon.set_pattern() from public;

create trigger set_pattern before insert or update of
  pattern, description, owner, cron, timezone, interval_ms, interval_from, jitter_ms, target,
  workflow_id, trigger_node_id, graph_id, grant_id, agent_id, room_id, payload_kind, payload_text,
  url, method, headers, handler, total_repeats, max_retries, retry_delay_ms, timeout_ms,
  max_failures, on_max_failures, overlap, catch_up, starting_deadline_ms, backfill_limit
  on carillon.schedules for each row execute function carillon.set_pattern();
