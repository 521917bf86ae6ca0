-- Says that somebody wants to hear of an organization's successes, for a while.
-- Index: event_listeners_pkey. Locks: that row.
insert into carillon.event_listeners as l (org_id, since_xid, until)
values (:org, pg_snapshot_xmax(pg_current_snapshot())::text::bigint,
        clock_timestamp() + :millis * interval '1 millisecond')
on conflict (org_id) do update
set since_xid = case when l.until < clock_timestamp() then excluded.since_xid else l.since_xid end,
    until = greatest(l.until, excluded.until)
returning since_xid
