-- Puts the rows of minutes that have passed together: one for each organization, minute and lateness.
-- Index: run_minutes_loose. Locks: those rows, none that another holds.
with taken as (
  delete from carillon.run_minutes
  where ctid = any (array(
    select m.ctid from carillon.run_minutes m
    where not m.folded and m.minute < date_trunc('minute', now()) - interval '1 minute'
    order by m.minute
    limit :limit::int
    for update skip locked))
  returning org_id, minute, late, success, error, timeout, skipped),
put as (
  insert into carillon.run_minutes (org_id, minute, late, success, error, timeout, skipped, folded)
  select t.org_id, t.minute, t.late, sum(t.success), sum(t.error), sum(t.timeout), sum(t.skipped),
         true
  from taken t
  group by t.org_id, t.minute, t.late)
select count(*)::int from taken
