-- Hands due deliveries to the caller for the length of a lease, few of each webhook at a time.
-- Index: webhook_deliveries_due, webhook_deliveries_pkey, webhooks_pkey.
-- Locks: the rows it takes; it passes over those another server is taking.
-- Safe: due_at moves past the lease in the same statement, so nobody else sees them as due; the
-- number of attempts grows, so a report after the lease was lost matches no row.
with candidates as materialized (
  select d.org_id, d.webhook_id, d.xid, d.seq, d.due_at,
         row_number() over (partition by d.webhook_id order by d.due_at, d.xid, d.seq) as place
  from (select * from carillon.webhook_deliveries
        where state = 'pending' and due_at <= clock_timestamp()
          and webhook_id <> all (:busy::uuid[])
        order by due_at limit 500) d),
taken as materialized (
  select d.org_id, d.webhook_id, d.xid, d.seq
  from candidates c
  join carillon.webhook_deliveries d
    on d.org_id = c.org_id and d.webhook_id = c.webhook_id and d.xid = c.xid and d.seq = c.seq
  where c.place <= :each and d.state = 'pending' and d.due_at <= clock_timestamp()
  order by d.org_id, d.webhook_id, d.xid, d.seq
  limit :limit
  for update of d skip locked)
update carillon.webhook_deliveries d
set attempts = d.attempts + 1,
    due_at = clock_timestamp() + :lease_millis * interval '1 millisecond'
from taken t
join carillon.webhooks w on w.org_id = t.org_id and w.id = t.webhook_id
where d.org_id = t.org_id and d.webhook_id = t.webhook_id and d.xid = t.xid and d.seq = t.seq
returning d.org_id, d.webhook_id, d.xid, d.seq, d.at, d.type, d.data, d.attempts, w.url
