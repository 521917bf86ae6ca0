-- The schedules whose name contains a text, no more than :most; a null when it is in too many names.
-- Index: schedules_by_parts through schedules_named. Locks: none.
select named.id from carillon.schedules_named(:sought, :most::int) as named (id)
