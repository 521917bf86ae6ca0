-- What schedules of a fleet share, as one short value: of many that are read together, those that are
-- alike in it send the rest once (schedules/definitions-by-pattern). Half of a SHA-256, because two that
-- differ must not be taken for alike, not even by somebody who wants them to be. Each column is quoted, so
-- that no two lists of columns read the same; backslashes are doubled for decode, the one way from text to
-- bytes that never depends on a setting. What is a schedule's own is left out: id, organization, version,
-- name, payload and all moments; and its status, so that a run that ends a schedule leaves this column as
-- it is. A new column must be added here, or sent with each schedule.
alter table carillon.schedules add column pattern uuid not null generated always as (
  encode(substring(sha256(decode(replace(
    quote_literal(description)
    || ',' || quote_literal(owner)
    || ',' || quote_nullable(cron)
    || ',' || quote_nullable(timezone)
    || ',' || quote_nullable(interval_ms::text)
    || ',' || quote_nullable(interval_from)
    || ',' || jitter_ms::text
    || ',' || quote_literal(target)
    || ',' || quote_nullable(workflow_id)
    || ',' || quote_nullable(trigger_node_id)
    || ',' || quote_nullable(graph_id)
    || ',' || quote_nullable(grant_id::text)
    || ',' || quote_nullable(agent_id)
    || ',' || quote_nullable(room_id::text)
    || ',' || quote_nullable(payload_kind)
    || ',' || quote_nullable(payload_text)
    || ',' || quote_nullable(url)
    || ',' || quote_nullable(method)
    || ',' || quote_nullable(headers::text)
    || ',' || quote_nullable(handler)
    || ',' || total_repeats::text
    || ',' || max_retries::text
    || ',' || retry_delay_ms::text
    || ',' || timeout_ms::text
    || ',' || max_failures::text
    || ',' || quote_literal(on_max_failures)
    || ',' || quote_literal(overlap)
    || ',' || quote_literal(catch_up)
    || ',' || starting_deadline_ms::text
    || ',' || backfill_limit::text,
    '\', '\\'), 'escape')) from 1 for 16), 'hex')::uuid) stored;
