-- Lets a node begin slots without looking at their timers.
--
-- Whoever changes or removes a timer, other than by completing a run on behalf of the shard's owner,
-- counts it here, in the same transaction. So a timer that was read while the count stood at some
-- number is still as it was read while the count stands there; only its owner's own runs have moved
-- it, and the owner knows of those.
create table carillon.changes (
  shard smallint primary key,
  count bigint not null
) with (fillfactor = 10);
insert into carillon.changes (shard, count) select generate_series(0, 63), 0;
