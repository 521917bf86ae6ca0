-- Removes an executor. Index: executors_pkey. Locks: that row.
delete from carillon.executors where org_id = :org and name = :name
