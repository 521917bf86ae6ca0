-- Throws away rows of the agenda all of whose timers have moved on.
-- Index: agenda_pkey. Locks: the rows removed.
delete from carillon.agenda a
using unnest(:buckets::bigint[], :rows::bigint[]) as d (bucket, id)
where a.bucket = d.bucket and a.id = d.id
