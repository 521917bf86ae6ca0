-- One room; for an agent that asks, only one that is its own or where it was spoken to by
-- somebody else: what it says itself must not open it a door.
-- Index: rooms_pkey, messages_of_agent. Locks: none.
select r.id, r.schedule_id, r.name, r.agent_id, r.created_by, r.created_at, r.last_seq
from carillon.rooms r
where r.org_id = :org and r.id = :id::uuid
  and (:agent::text is null or r.agent_id = :agent
       or exists (select from carillon.messages m
                  where m.org_id = :org and m.agent_id = :agent and m.room_id = r.id
                    and m.sender <> 'agent:' || :agent))
