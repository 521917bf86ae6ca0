-- The room of a schedule that has none of its own, made when it is first needed.
-- Index: rooms_of_schedule. Locks: the new row.
-- Safe: of two that make it at once, the second finds the first one's.
with made as (
  insert into carillon.rooms (id, org_id, schedule_id, name, agent_id, created_by)
  values (:id::uuid, :org, :schedule_id::uuid, :name, :agent_id, :created_by)
  on conflict (org_id, schedule_id) where schedule_id is not null do update set name = rooms.name
  returning id)
select id from made
