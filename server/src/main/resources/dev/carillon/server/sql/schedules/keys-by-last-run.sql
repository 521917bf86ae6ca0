-- The next :most schedules in the order of their last run, and when this was: all timers are looked at,
-- and the first of them kept. An index would have to be written by every run.
-- Index: timers_by_org, or none. Locks: none.
select now() as taken, k.id, k.key
from (select n.schedule_id as id,
       coalesce(:sign::float8 * date_part('epoch', n.last_run_at), 'Infinity') as key
      from carillon.timers n where n.org_id = :org) k
where (k.key, k.id) > (:key::float8, :after::uuid)
order by k.key, k.id
limit :most::int
