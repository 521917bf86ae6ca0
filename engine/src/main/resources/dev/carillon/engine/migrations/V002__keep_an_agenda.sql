-- Finds due timers without an index on their due time, so that a run changes no index of its timer:
-- PostgreSQL then keeps the new version of the row on its page and has nothing else to write.
--
-- The agenda names timers by the bucket of time their due time lies in. Whoever moves a timer into
-- another bucket names it there in the same transaction; the old name stays behind, is recognised
-- by the timer's due time, and is thrown away in bulk when the bucket has passed. Most runs of a
-- batch are due in the same bucket next, so that one row names hundreds.
create table carillon.agenda (
  bucket       bigint not null,
  id           bigint generated always as identity,
  -- One bit for each shard that has a timer here.
  shards       bigint not null,
  org_id       int not null,
  size         int not null,
  schedule_ids uuid[] not null,
  primary key (bucket, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
alter table carillon.agenda alter column schedule_ids set storage external;

create policy engine on carillon.agenda to current_user using (true) with check (true);
create policy organization on carillon.agenda
  using (org_id = nullif(current_setting('app.current_org_id', true), '')::int)
  with check (org_id = nullif(current_setting('app.current_org_id', true), '')::int);
alter table carillon.agenda enable row level security, force row level security;

-- Buckets are two seconds wide, see Agenda.java.
insert into carillon.agenda (bucket, shards, org_id, size, schedule_ids)
select bucket, bit_or(1::bigint << shard), org_id, count(*), array_agg(schedule_id)
from (select t.*, (row_number() over (partition by bucket, org_id) - 1) / 1000 as part
      from (select floor(extract(epoch from due_at) / 2)::bigint as bucket, shard, org_id,
                   schedule_id
            from carillon.timers where due_at is not null) t) p
group by bucket, org_id, part;

drop index carillon.timers_due;
