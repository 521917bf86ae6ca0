-- ANALYZE counts how often each element of an array comes, for conditions that look into arrays. Nobody
-- asks for a part of these: the ids of a row of the agenda or of a note are read whole. Counting them
-- took 1.0 of the 26 µs that a drain of a million jobs costs for each, since a row names two thousand.
alter table carillon.agenda alter column schedule_ids set statistics 0;
alter table carillon.intents
  alter column schedule_ids set statistics 0,
  alter column run_ids set statistics 0,
  alter column slots set statistics 0;
