-- Removes events that are too old, and remembers how far.
-- Index: events_by_age. Locks: the rows removed, and the one row that remembers.
with old as materialized (
  select e.ctid as place from carillon.events e
  where e.at < clock_timestamp() - :millis * interval '1 millisecond'
  limit :limit),
gone as (
  delete from carillon.events e where e.ctid = any (array(select place from old)) returning e.xid),
remembered as (
  update carillon.event_sweep s set swept_xid = g.xid
  from (select max(xid) as xid from gone) g
  where g.xid > s.swept_xid)
select count(*)::int from gone
