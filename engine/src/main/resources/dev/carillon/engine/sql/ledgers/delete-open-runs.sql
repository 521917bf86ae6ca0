-- Removes open runs that have ended.
-- Index: open_runs_pkey. Locks: those rows; their timers are held.
delete from carillon.open_runs where id = any (:ids::uuid[])
