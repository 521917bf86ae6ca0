-- Waits until those of these schedules' slots that are about to be due are due.
-- Index: timers_pkey, cohorts_pkey. Locks: none.
with clock as materialized (
  select coalesce(:now::timestamptz, clock_timestamp()) as now),
last as materialized (
  select max(t.due_at) as due_at, c.now
  from clock c, carillon.current_timers t
  where t.schedule_id = any (:ids::uuid[])
    and t.due_at > c.now and t.due_at <= c.now + :within_ms::int * interval '1 millisecond'
  group by c.now)
select pg_sleep(extract(epoch from due_at - now)) from last
