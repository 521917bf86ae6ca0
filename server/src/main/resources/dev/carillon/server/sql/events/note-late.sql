-- Reports schedules whose slot is overdue and has not begun, each slot once.
-- Index: those of carillon.overdue; late_slots_pkey, schedules_pkey.
-- Locks: the rows of late_slots it writes. Two servers that look at once wait for each other there,
-- and the second finds the slot reported.
with overdue as materialized (
  select o.org_id, o.schedule_id, o.slot_at, o.due_at
  from carillon.overdue(clock_timestamp() - :millis * interval '1 millisecond', 6400) o
  order by o.org_id, o.schedule_id),
fresh as (
  insert into carillon.late_slots as l (org_id, schedule_id, slot_at)
  select o.org_id, o.schedule_id, o.slot_at
  from overdue o join carillon.schedules s on s.id = o.schedule_id and s.status = 'active'
  on conflict (org_id, schedule_id) do update set slot_at = excluded.slot_at
  where l.slot_at <> excluded.slot_at
  returning l.org_id, l.schedule_id),
noted as (
  insert into carillon.events (xid, at, org_id, type, schedule_id, owner, agent_id, data)
  select pg_current_xact_id()::text::bigint, clock_timestamp(), s.org_id, 'schedule.late', s.id,
         s.owner, s.agent_id,
         json_build_object(
           'schedule_id', s.id, 'schedule_name', s.name, 'status', s.status, 'target', s.target,
           'owner', s.owner, 'version', s.version, 'scheduled_for', carillon.iso(o.slot_at),
           'late_ms', floor(extract(epoch from clock_timestamp() - o.due_at) * 1000)::bigint)
  from fresh f
  join overdue o on o.schedule_id = f.schedule_id
  join carillon.schedules s on s.id = f.schedule_id
  returning seq)
select count(*)::int from noted
