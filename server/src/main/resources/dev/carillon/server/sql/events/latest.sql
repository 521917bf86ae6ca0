-- One organization's newest events, newest first.
-- Index: events_pkey, backwards. Locks: none.
select e.xid, e.seq, e.at, e.type, e.schedule_id, e.run_id, e.owner, e.agent_id, e.data
from carillon.events e
where e.org_id = :org
  and e.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
order by e.xid desc, e.seq desc
limit :limit
