-- Puts a message into a room that is locked.
-- Index: rooms_pkey, messages_pkey, messages_by_id, messages_of_run. Locks: the new row.
with numbered as (
  update carillon.rooms set last_seq = last_seq + 1
  where org_id = :org and id = :room_id::uuid
  returning last_seq)
insert into carillon.messages (org_id, room_id, seq, id, run_id, schedule_id, kind, sender,
                               agent_id, text)
select :org, :room_id::uuid, n.last_seq, :id::uuid, :run_id::uuid, :schedule_id::uuid, :kind,
       :sender, :agent_id, :text
from numbered n
returning id, room_id, seq, run_id, schedule_id, created_at, kind, sender, agent_id, text
