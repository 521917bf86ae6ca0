-- The number of a message within its room. Index: messages_by_id. Locks: none.
select seq from carillon.messages
where org_id = :org and id = :id::uuid and room_id = :room_id::uuid
