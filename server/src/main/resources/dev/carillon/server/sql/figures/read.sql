-- What the whole database says to an operator. Sizes and row counts are PostgreSQL's own estimates.
-- Index: those of carillon.overdue; webhook_deliveries_due. Locks: none.
select
  (select count(*) from carillon.overdue(clock_timestamp() - interval '1 second', 10000)) as overdue,
  (select greatest(c.reltuples, 0)::bigint from pg_class c
   where c.oid = 'carillon.runs'::regclass) as history_rows,
  pg_total_relation_size('carillon.runs') as history_bytes,
  (select greatest(c.reltuples, 0)::bigint from pg_class c
   where c.oid = 'carillon.schedules'::regclass) as schedules,
  (select count(*) from (select from carillon.open_runs limit 100000) o) as open_runs,
  (select count(*) from carillon.nodes where dead_at is null and expires_at > clock_timestamp())
    as nodes,
  (select count(*) from carillon.webhook_deliveries where state = 'pending') as outbox_pending,
  (select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8
   from carillon.webhook_deliveries where state = 'pending') as outbox_oldest_seconds
