-- Throws away notes of dead nodes.
-- Index: intents_by_node. Locks: the rows removed. Safe: a living node's notes stay.
delete from carillon.intents i
using unnest(:nodes::int[], :batches::bigint[]) as k (node, batch), carillon.nodes n
where i.node = k.node and i.batch = k.batch and n.id = i.node and n.dead_at is not null
