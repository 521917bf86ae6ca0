-- What is on record: since when successes are, and how far events were swept away.
-- Index: event_listeners_pkey. Locks: none.
select s.swept_xid, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest_xid, l.since_xid
from carillon.event_sweep s
left join carillon.event_listeners l on l.org_id = :org and l.until > clock_timestamp()
