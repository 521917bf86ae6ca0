-- Holds off the burial of the nodes on whose behalf commands are carried out.
-- Index: nodes_pkey. Locks: FOR KEY SHARE, which conflicts with a burial and not with a heartbeat.
select id from carillon.nodes where id = any (:nodes::int[]) order by id for key share
