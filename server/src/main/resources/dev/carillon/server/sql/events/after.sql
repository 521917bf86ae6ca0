-- One organization's events after a position, oldest first, as far as nothing can come before them.
-- Index: events_pkey. Locks: none.
-- Safe: a transaction that is older than every one under way has ended, so that no row with a
-- smaller xid can appear any more; the snapshot that says so is the one the rows are read by.
select e.xid, e.seq, e.at, e.type, e.schedule_id, e.run_id, e.owner, e.agent_id, e.data
from carillon.events e
where e.org_id = :org
  and (e.xid, e.seq) > (:xid::bigint, :seq::bigint)
  and e.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
order by e.xid, e.seq
limit :limit
