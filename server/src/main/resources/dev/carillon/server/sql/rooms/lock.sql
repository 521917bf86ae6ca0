-- Holds a room for the next message. Index: rooms_pkey. Locks: that row.
select last_seq from carillon.rooms where org_id = :org and id = :id::uuid for update
