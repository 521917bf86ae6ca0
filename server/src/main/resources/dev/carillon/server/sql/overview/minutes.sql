-- Runs that ended in the last hour, by minute and by how late they began.
-- Index: run_minutes_pkey. Locks: none.
select m.minute, m.late, sum(m.success) as success, sum(m.error) as error,
       sum(m.timeout) as timeout, sum(m.skipped) as skipped,
       coalesce((carillon.lateness_bounds())[nullif(m.late, 0)], 0) as least,
       coalesce((carillon.lateness_bounds())[m.late + 1], 86400000) as most
from carillon.run_minutes m
where m.org_id = :org and m.minute >= date_trunc('minute', now()) - interval '59 minutes'
group by m.minute, m.late
order by m.minute, m.late
