-- Removes deliveries that ended long ago.
-- Index: webhook_deliveries_ended. Locks: the rows removed.
with gone as (
  delete from carillon.webhook_deliveries d
  where d.ctid = any (array(
    select o.ctid from carillon.webhook_deliveries o
    where o.ended_at < clock_timestamp() - :millis * interval '1 millisecond'
    limit :limit))
  returning 1)
select count(*)::int from gone
