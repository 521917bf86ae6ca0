-- Adds a room. Index: rooms_pkey. Locks: the new row.
insert into carillon.rooms (id, org_id, name, agent_id, created_by)
values (:id::uuid, :org, :name, :agent_id, :created_by)
returning id, schedule_id, name, agent_id, created_by, created_at, last_seq
