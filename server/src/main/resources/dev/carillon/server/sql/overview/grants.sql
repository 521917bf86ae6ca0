-- Active schedules whose grant ends within a week, or has ended within the last, the soonest first.
-- Index: grants_by_expiry, schedules_by_grant, timers_pkey, cohorts_pkey. Locks: none.
with found as materialized (
  select s.id, s.name, s.grant_id, g.expires_at
  from carillon.grants g
  join carillon.schedules s on s.org_id = :org and s.grant_id = g.id and s.grant_id is not null
  where g.org_id = :org and g.revoked_at is null and s.status = 'active'
    and g.expires_at > now() - interval '7 days' and g.expires_at < now() + interval '7 days'
  order by g.expires_at
  limit 1000)
select f.id, f.name, f.expires_at as since, null::text as reason, t.consecutive_failures,
       t.last_error, t.due_at, f.grant_id, f.expires_at, (select count(*) from found) as total
from (select * from found order by expires_at limit :limit::int) f
join carillon.current_timers t on t.schedule_id = f.id
order by f.expires_at
