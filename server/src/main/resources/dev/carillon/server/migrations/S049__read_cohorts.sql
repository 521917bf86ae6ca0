-- Requests read the timers of members of cohorts where these are, and make members leave: see
-- V012__gather_cohorts.sql.
grant select on carillon.current_timers to carillon_api;
grant select, insert, update, delete on carillon.cohorts, carillon.cohort_members to carillon_api;
grant usage on sequence carillon.cohorts_id_seq to carillon_api;
grant execute on function carillon.leave_cohorts(uuid[]) to carillon_api;

-- As in S020, of timers as they are.
create or replace function carillon.overdue(before timestamptz, most int)
  returns table (org_id int, schedule_id uuid, slot_at timestamptz, due_at timestamptz)
  language sql stable
  as $$
    select distinct t.org_id, t.schedule_id, t.slot_at, t.due_at
    from (select a.schedule_ids from carillon.agenda a
          where a.bucket <= floor(extract(epoch from before) / 2)::bigint
          order by a.bucket, a.id
          limit most) a
    cross join lateral unnest(a.schedule_ids) as named (id)
    join carillon.current_timers t on t.schedule_id = named.id
    where t.due_at < before and t.slot_at is not null
    limit most
  $$;
