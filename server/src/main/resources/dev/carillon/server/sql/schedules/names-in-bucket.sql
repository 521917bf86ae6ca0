-- How many timers a bucket of the agenda names; somewhat more than :most_names, if they are more.
-- Index: agenda_pkey. Locks: none.
select coalesce(sum(n.size), 0) as names
from (select a.size from carillon.agenda a
      where a.org_id = :org and a.bucket = :bucket
      order by a.bucket, a.id
      limit :most_names::int + 1) n
