-- Removes a room and its messages. Index: rooms_pkey, messages_pkey. Locks: those rows.
delete from carillon.rooms where org_id = :org and id = :id::uuid
