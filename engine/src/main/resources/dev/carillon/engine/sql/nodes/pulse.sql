-- What a node learns when it beats.
-- Index: intents_by_node, open_runs_of_node, both for dead nodes only. Locks: none.
select coalesce(:now::timestamptz, clock_timestamp()) as now,
       exists (select from carillon.nodes where id = :node and dead_at is null) as alive,
       (select count(*) from carillon.shards where node is null)::int as unowned,
       exists (select from carillon.nodes n where n.dead_at is not null
                and (exists (select from carillon.intents i where i.node = n.id)
                  or exists (select from carillon.open_runs o
                             where o.node = n.id and o.state = 'running'))) as estate_open
