-- Hands due deliveries to the caller for the length of a lease: in turns of organizations, and within
-- one in turns of its webhooks, to none more than its share with what the caller has under way.
-- However long a backlog is, only its beginning is looked at: the index leads from each webhook that
-- has something pending to the next, and to what is due first of it. There it is asked for the time
-- of the statement, never later than the clock's: an index cannot look for a time that moves.
-- Index: webhook_deliveries_due, webhook_deliveries_pkey, webhooks_pkey.
-- Locks: the rows it takes; it passes over those another server is taking.
-- Safe: due_at moves past the lease in the same statement, so nobody else sees them as due; the
-- number of attempts grows, so a report after the lease was lost matches no row.
with recursive waiting (org_id, webhook_id) as (
  (select d.org_id, d.webhook_id from carillon.webhook_deliveries d
   where d.state = 'pending'
   order by d.org_id, d.webhook_id limit 1)
  union all
  select n.org_id, n.webhook_id
  from waiting w
  cross join lateral (
    select d.org_id, d.webhook_id from carillon.webhook_deliveries d
    where d.state = 'pending' and (d.org_id, d.webhook_id) > (w.org_id, w.webhook_id)
    order by d.org_id, d.webhook_id limit 1) n),
under_way (org_id, webhook_id, count) as materialized (
  select * from unnest(:orgs::int[], :webhooks::uuid[], :counts::int[])),
candidates as materialized (
  select d.org_id, d.webhook_id, d.xid, d.seq, d.due_at,
         coalesce(o.count, 0)
           + row_number() over (partition by d.org_id order by d.turn, d.due_at) as place
  from waiting w
  left join under_way u on u.org_id = w.org_id and u.webhook_id = w.webhook_id
  left join (select org_id, sum(count) as count from under_way group by org_id) o
    on o.org_id = w.org_id
  cross join lateral (
    select f.*, coalesce(u.count, 0) + row_number() over (order by f.due_at) as turn
    from (select d.org_id, d.webhook_id, d.xid, d.seq, d.due_at
          from carillon.webhook_deliveries d
          where d.org_id = w.org_id and d.webhook_id = w.webhook_id
            and d.state = 'pending' and d.due_at <= statement_timestamp()
          order by d.due_at
          limit greatest(:each - coalesce(u.count, 0), 0)) f) d),
taken as materialized (
  select d.org_id, d.webhook_id, d.xid, d.seq
  from candidates c
  join carillon.webhook_deliveries d
    on d.org_id = c.org_id and d.webhook_id = c.webhook_id and d.xid = c.xid and d.seq = c.seq
  where c.place <= :share and d.state = 'pending' and d.due_at <= clock_timestamp()
  order by c.place, c.due_at
  limit :limit
  for update of d skip locked)
update carillon.webhook_deliveries d
set attempts = d.attempts + 1,
    due_at = clock_timestamp() + :lease_millis * interval '1 millisecond'
from taken t
join carillon.webhooks w on w.org_id = t.org_id and w.id = t.webhook_id
where d.org_id = t.org_id and d.webhook_id = t.webhook_id and d.xid = t.xid and d.seq = t.seq
returning d.org_id, d.webhook_id, d.xid, d.seq, d.at, d.type, d.data, d.attempts, w.url
