-- Which of these runs a node has noted as about to begin.
-- Index: none: notes are few, each is thrown away when its runs have ended. Locks: none;
-- take-from-nodes.sql comes before it, so that no note is on its way.
select x.id from carillon.intents i cross join unnest(i.run_ids) as x (id)
where i.run_ids && :run_ids::uuid[] and x.id = any (:run_ids::uuid[])
