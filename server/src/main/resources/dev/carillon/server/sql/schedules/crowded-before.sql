-- The last bucket of time that is not looked at because enough timers are named after it, or null.
-- Index: agenda_pkey, backwards. Locks: none.
select max(n.bucket) as bucket
from (select a.bucket, sum(a.size) over (order by a.bucket desc, a.id desc) as names
      from (select o.bucket, o.id, o.size from carillon.agenda o
            where o.org_id = :org and o.bucket <= :last_bucket
            order by o.bucket desc, o.id desc
            limit :most_names::int + 1) a) n
where n.names > :most_names
