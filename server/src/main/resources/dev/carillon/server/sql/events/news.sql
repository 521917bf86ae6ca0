-- Which of these organizations have events after the position each has come to.
-- Index: events_pkey, one probe for each organization. Locks: none.
select o.org_id
from unnest(:orgs::int[], :xids::bigint[], :seqs::bigint[]) as o (org_id, xid, seq)
where exists (
  select from carillon.events e
  where e.org_id = o.org_id
    and (e.xid, e.seq) > (o.xid, o.seq)
    and e.xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
