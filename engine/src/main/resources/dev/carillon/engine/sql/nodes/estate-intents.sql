-- The notes of dead nodes, each slot that is still to be dealt with on a row of its own, and a row
-- without a slot for a note of which nothing is left. A slot is dealt with when its run is in
-- history or open, or its schedule is gone. A note may be older than the slot: it did not start
-- before it was due. A note of one slot for all has it once.
-- Index: intents_by_node, timers_pkey, runs_pkey, open_runs_pkey. Locks: none: a dead node writes
-- no more, and whoever else deals with the same run is refused by the books.
-- Every run is looked up by itself, which the limits make sure of: joined to a history that has
-- grown since it was last analyzed, each slot was compared with all runs of its organization, and
-- with 27,000 of them an heir began nothing for a minute.
select i.node, i.batch, greatest(i.begun_at, x.slot_at) as begun_at, x.schedule_id, x.run_id, x.slot_at
from carillon.nodes n
join carillon.intents i on i.node = n.id
left join lateral (
  select u.schedule_id, u.run_id, coalesce(u.slot_at, i.slots[1]) as slot_at
  from unnest(i.schedule_ids, i.run_ids, i.slots) as u (schedule_id, run_id, slot_at)
  join carillon.timers t on t.schedule_id = u.schedule_id
  where (select r.id from carillon.runs r where r.org_id = t.org_id and r.id = u.run_id limit 1)
      is null
    and (select o.id from carillon.open_runs o where o.id = u.run_id limit 1) is null
) x on true
where n.dead_at is not null
order by i.node, i.batch
limit :limit::int
