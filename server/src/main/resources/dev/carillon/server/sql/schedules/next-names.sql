-- The next :most timers that a bucket of the agenda names, in the order of their ids. All its names are
-- read, but no timer.
-- Index: agenda_pkey. Locks: none: what is shown is read again with its timer.
select n.id
from (select unnest(a.schedule_ids) as id from carillon.agenda a
      where a.org_id = :org and a.bucket = :bucket) n
where n.id > :after::uuid
order by n.id
limit :most::int
