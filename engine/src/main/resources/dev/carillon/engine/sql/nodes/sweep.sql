-- Removes nodes that died more than a day ago and left nothing; their writes find no row and fail.
-- Index: intents_by_node, open_runs_of_node. Locks: the rows removed.
delete from carillon.nodes n
where n.dead_at < coalesce(:now::timestamptz, clock_timestamp()) - interval '1 day'
  and not exists (select from carillon.shards s where s.node = n.id)
  and not exists (select from carillon.intents i where i.node = n.id)
  and not exists (select from carillon.open_runs o where o.node = n.id and o.state = 'running')
