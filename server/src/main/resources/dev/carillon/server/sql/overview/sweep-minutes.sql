-- Removes minutes that no overview shows any more.
-- Index: run_minutes_folded. Locks: those rows, none that another holds.
delete from carillon.run_minutes
where ctid = any (array(
  select m.ctid from carillon.run_minutes m
  where m.folded and m.minute < now() - interval '2 hours'
  order by m.minute
  limit :limit::int
  for update skip locked))
