-- Changes nothing of schedules but their status.
-- Index: schedules_pkey. Locks: those rows; their timers are held.
update carillon.schedules s
set status = d.status, status_reason = d.reason, updated_at = d.updated_at
from unnest(:ids::uuid[], :statuses::text[], :reasons::text[], :updated::timestamptz[])
  as d (id, status, reason, updated_at)
where s.id = d.id
