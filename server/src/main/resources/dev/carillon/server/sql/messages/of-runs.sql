-- The messages of these runs. Index: messages_of_run. Locks: none.
select run_id, id from carillon.messages where org_id = :org and run_id = any (:run_ids::uuid[])
