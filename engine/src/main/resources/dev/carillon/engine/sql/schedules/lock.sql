-- Locks the books of a schedule that is to be deleted, and says whether its slot is about to be due.
-- Index: timers_pkey. Locks: that row, so that no run is settled or opened meanwhile.
select coalesce(t.due_at > c.now
                and t.due_at <= c.now + :within_ms::int * interval '1 millisecond', false) as imminent
from carillon.timers t
cross join (select coalesce(:now::timestamptz, clock_timestamp()) as now) c
where t.org_id = :org and t.schedule_id = :id::uuid for update of t
