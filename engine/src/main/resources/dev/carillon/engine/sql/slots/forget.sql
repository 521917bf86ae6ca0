-- Throws away a node's own notes.
-- Index: intents_by_node. Locks: the rows removed.
delete from carillon.intents where node = :node and batch = any (:batches::bigint[])
