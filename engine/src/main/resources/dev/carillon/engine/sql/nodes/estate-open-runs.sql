-- Open runs that were under way on nodes that are dead.
-- Index: open_runs_of_node. Locks: none, see estate-intents.sql.
select o.id, o.schedule_id, o.slot_at, o.node, o.attempt_started_at
from carillon.nodes n
join carillon.open_runs o on o.node = n.id and o.state = 'running'
where n.dead_at is not null
order by o.node, o.id
limit :limit::int
