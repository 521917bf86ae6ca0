-- The next :most schedules in the order of their last run, and when this was: all timers are looked at,
-- and the first of them kept. An index would have to be written by every run. Without a :key, backwards
-- from two minutes ago.
-- Index: timers_by_org, or none; cohorts_pkey, one probe per member of a cohort. Locks: none.
select now() as taken, b.key as start_key, k.id, k.key
from (select coalesce(:key::float8, -date_part('epoch', now() - interval '2 minutes')) as key) b
cross join lateral (
  select n.schedule_id as id,
    coalesce(:sign::float8 * date_part('epoch', n.last_run_at), 'Infinity') as key
  from carillon.current_timers n where n.org_id = :org) k
where (k.key, k.id) > (b.key, :after::uuid)
order by k.key, k.id
limit :most::int
