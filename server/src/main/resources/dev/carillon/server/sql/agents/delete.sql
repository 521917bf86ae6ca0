-- Removes an agent. Index: agents_pkey. Locks: that row.
delete from carillon.agents where org_id = :org and id = :id
