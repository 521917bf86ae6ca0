-- The messages of a room after a given one, oldest first. Index: messages_pkey. Locks: none.
select id, room_id, seq, run_id, schedule_id, created_at, kind, sender, agent_id, text
from carillon.messages
where org_id = :org and room_id = :room_id::uuid and seq > :after::bigint
order by seq
limit :limit::int
