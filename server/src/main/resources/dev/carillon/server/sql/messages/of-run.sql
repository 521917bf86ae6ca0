-- The message of a run. Index: messages_of_run. Locks: none.
select id, room_id, seq, run_id, schedule_id, created_at, kind, sender, agent_id, text
from carillon.messages where org_id = :org and run_id = :run_id::uuid
