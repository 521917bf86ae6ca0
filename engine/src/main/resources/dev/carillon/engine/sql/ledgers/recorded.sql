-- Which of these runs history has already.
-- Index: runs_pkey. Locks: none: whoever appends history holds the timer.
select r.id
from unnest(:orgs::int[], :run_ids::uuid[]) as k (org_id, id)
join carillon.runs r on r.org_id = k.org_id and r.id = k.id
