-- Throws away a node's own notes.
-- Index: nodes_pkey, intents_by_node. Locks: the rows removed.
-- Safe: a note is done when its runs are settled, or when a node is told that they are no longer
-- its own. Then it is dead, and its heir has yet to read the note: a dead node throws away nothing.
-- Who was told so after the node's death also sees it here.
delete from carillon.intents
where node = :node and batch = any (:batches::bigint[])
  and exists (select from carillon.nodes n where n.id = :node and n.dead_at is null)
