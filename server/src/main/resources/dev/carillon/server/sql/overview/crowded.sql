-- The first bucket of time that is not looked at because enough timers are named before it, or null.
-- Index: agenda_pkey. Locks: none.
select min(n.bucket) as bucket
from (select a.bucket, sum(a.size) over (order by a.bucket, a.id) as names
      from (select o.bucket, o.id, o.size from carillon.agenda o
            where o.org_id = :org and o.bucket >= :first_bucket and o.bucket <= :last_bucket
            order by o.bucket, o.id
            limit :most_names::int + 1) a) n
where n.names > :most_names
