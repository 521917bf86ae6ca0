-- Which of these runs a node has noted as about to begin.
-- Index: none: notes are few, each is thrown away when its runs have ended. Locks: none: it is asked
-- for slots whose owner is gone, and who has no lease writes no note.
select x.id from carillon.intents i cross join unnest(i.run_ids) as x (id)
where i.run_ids && :run_ids::uuid[] and x.id = any (:run_ids::uuid[])
