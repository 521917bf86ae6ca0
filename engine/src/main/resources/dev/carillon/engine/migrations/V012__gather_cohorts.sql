-- Lets schedules that come due together share one row of timers.
--
-- A cohort has up to 63 members: schedules of one organization and one shard that were made together,
-- are alike in all but id, name and payload, and have the same next slot. While they run at their
-- first attempt and succeed, what a run writes down of each timer is the same for all, so it is
-- written once. Whoever has anything else to do with one of them makes it leave first
-- (leave_cohorts): from then on its own row of timers says everything again.
create table carillon.cohorts (
  id            bigint generated always as identity primary key,
  -- Of members that have yet to run this slot.
  slot_at       timestamptz not null,
  due_at        timestamptz not null,
  -- Of members that have run it (moved), while there are others.
  next_slot_at  timestamptz,
  next_due_at   timestamptz,
  -- One bit for each member: it has run this slot; it has left.
  moved         bigint not null default 0,
  gone          bigint not null default 0,
  -- Whose runs were settled by the last write; what complete-cohorts.sql tells itself.
  settled       bigint not null default 0,
  version       bigint not null,
  org_id        int not null,
  -- Of those yet to run this slot; one more of those that have.
  revision      int not null default 0,
  repeat        int not null default 0,
  shard         smallint not null,
  size          smallint not null check (size between 1 and 63),
  -- By member, the moments in seconds since 1970; null before the first run, and zeros and -infinity
  -- for members that have yet to run for the first time.
  last_run_ids  uuid[],
  last_run_ats  float8[]
) with (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.05);

-- Who they are, written once. Names and payloads are as in schedules: whoever edits one leaves.
create table carillon.cohort_members (
  cohort_id    bigint primary key,
  org_id       int not null,
  schedule_ids uuid[] not null,
  texts        bytea not null
);
alter table carillon.cohorts
  alter column last_run_ids set storage external, alter column last_run_ids set statistics 0,
  alter column last_run_ats set storage external, alter column last_run_ats set statistics 0;
alter table carillon.cohort_members
  alter column schedule_ids set storage external, alter column schedule_ids set statistics 0,
  alter column texts set storage external, alter column texts set statistics 0;

-- The cohort a timer is a member of, and its bit there. All of its other columns but version are
-- then as they were when it joined.
alter table carillon.timers add column cohort_id bigint, add column cohort_bit smallint;

-- A row that names members of cohorts says which: as the node reads them.
alter table carillon.agenda add column cohort_ids bigint[], add column cohort_members bigint[];
alter table carillon.agenda
  alter column cohort_ids set storage external, alter column cohort_ids set statistics 0,
  alter column cohort_members set storage external, alter column cohort_members set statistics 0;

create policy engine on carillon.cohorts to current_user using (true) with check (true);
create policy organization on carillon.cohorts
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.cohorts enable row level security, force row level security;
create policy engine on carillon.cohort_members to current_user using (true) with check (true);
create policy organization on carillon.cohort_members
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.cohort_members enable row level security, force row level security;

-- Timers as they are, those of members included. Where each lies comes as a place (ctid) or, of a
-- member, as a negative number of its cohort, the cohort's size and its bit (see Places.java).
-- Nobody but a member has its cohort looked up; "offset" keeps it a look-up for each.
create view carillon.current_timers with (security_invoker = true) as
select t.schedule_id, t.org_id, t.shard, coalesce(c.revision, t.revision) as revision, t.version,
       coalesce(c.slot_at, t.slot_at) as slot_at, coalesce(c.due_at, t.due_at) as due_at,
       t.open_runs, coalesce(c.repeat, t.repeat) as repeat, t.retry,
       coalesce(c.repeat, t.run_count) as run_count, t.error_count, t.consecutive_failures,
       t.skipped_count, coalesce(c.last_run_at, t.last_run_at) as last_run_at,
       case when c.repeat > 0 then 'success' else t.last_run_status end as last_run_status,
       t.last_error, coalesce(c.last_run_id, t.last_run_id) as last_run_id,
       coalesce(c.repeat, t.run_seq) as run_seq, t.unstarted_through,
       t.ctid as place, c.place as cohort_place, t.cohort_id, t.cohort_bit
from carillon.timers t
left join lateral (
  select m.revision + h.has as revision, m.repeat + h.has as repeat,
         case h.has when 0 then m.slot_at else m.next_slot_at end as slot_at,
         case h.has when 0 then m.due_at else m.next_due_at end as due_at,
         nullif(m.last_run_ids[t.cohort_bit + 1], '00000000-0000-0000-0000-000000000000') as last_run_id,
         to_timestamp(nullif(m.last_run_ats[t.cohort_bit + 1], '-infinity')) as last_run_at,
         -((m.id << 12) | (m.size::bigint << 6) | t.cohort_bit) as place
  from carillon.cohorts m,
  lateral (select (m.moved >> t.cohort_bit & 1)::int as has) h
  where t.cohort_id is not null and m.id = t.cohort_id offset 0) c on true;

-- Makes members of cohorts schedules of their own again: what their cohort says of them goes into
-- their own rows, and the agenda names them by themselves. Whoever calls it holds their timers until
-- the transaction ends.
-- Locks: those timers in the order of their ids, then their cohorts in the order of theirs.
-- Safe: it comes before the timers are read; each of its statements sees what was committed before
-- the locks of the one before were had. Nothing of a timer's state changes, so that who has read it
-- may go on; only where it lies does, so that a run that has begun is settled by the books.
create function carillon.leave_cohorts(ids uuid[]) returns void
  language plpgsql set search_path = pg_catalog
  as $$
declare
  left_behind bigint[];
begin
  perform from carillon.timers t
  where t.schedule_id = any (ids) and t.cohort_id is not null order by t.schedule_id for update;
  if not found then
    return;
  end if;
  left_behind := array(select distinct t.cohort_id from carillon.timers t
                       where t.schedule_id = any (ids) and t.cohort_id is not null);
  perform from carillon.cohorts c where c.id = any (left_behind) order by c.id for update;
  with leaving as materialized (
    select t.* from carillon.current_timers t
    where t.schedule_id = any (ids) and t.cohort_id is not null),
  written as (
    update carillon.timers t
    set cohort_id = null, cohort_bit = null, revision = l.revision, slot_at = l.slot_at,
        due_at = l.due_at, repeat = l.repeat, run_count = l.run_count, run_seq = l.run_seq,
        last_run_at = l.last_run_at, last_run_status = l.last_run_status,
        last_run_id = l.last_run_id
    from leaving l where t.schedule_id = l.schedule_id),
  named as (
    -- Buckets are two seconds wide, see Agenda.java.
    insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
    select floor(extract(epoch from l.due_at) / 2)::bigint, bit_or(1::bigint << l.shard), l.org_id,
           count(*), array_agg(l.schedule_id)
    from leaving l group by 1, l.org_id),
  stays as (
    -- When all who stay have run the slot, the cohort has.
    select o.id, l.bits,
           o.moved & ~(o.gone | l.bits) <> 0
           and o.moved | o.gone | l.bits = ~(-1::bigint << o.size) as goes_on
    from carillon.cohorts o
    join (select cohort_id, bit_or(1::bigint << cohort_bit) as bits
          from leaving group by cohort_id) l on l.cohort_id = o.id)
  update carillon.cohorts c
  set gone = c.gone | s.bits,
      moved = case when s.goes_on then 0 else c.moved end,
      slot_at = case when s.goes_on then c.next_slot_at else c.slot_at end,
      due_at = case when s.goes_on then c.next_due_at else c.due_at end,
      next_slot_at = case when s.goes_on then null else c.next_slot_at end,
      next_due_at = case when s.goes_on then null else c.next_due_at end,
      revision = c.revision + s.goes_on::int, repeat = c.repeat + s.goes_on::int
  from stays s where c.id = s.id;
  with over as (
    delete from carillon.cohorts c
    where c.id = any (left_behind) and c.gone = ~(-1::bigint << c.size) returning c.id)
  delete from carillon.cohort_members m using over o where m.cohort_id = o.id;
end
$$;

-- Whoever removes a member by other means than the engine's: its cohort must not go on to name it.
create function carillon.mark_gone() returns trigger
  language plpgsql set search_path = pg_catalog
  as $$
begin
  update carillon.cohorts set gone = gone | (1::bigint << old.cohort_bit) where id = old.cohort_id;
  return old;
end
$$;
create trigger mark_gone before delete on carillon.timers for each row
  when (old.cohort_id is not null) execute function carillon.mark_gone();
