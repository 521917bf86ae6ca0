-- Tells those who listen what was changed, after it was committed.
-- Index: none. Locks: PostgreSQL's notification queue, from here to the commit.
-- Safe: nothing is written that must not be lost, so that the commit need not wait for the disk.
with at_once as materialized (select set_config('synchronous_commit', 'off', true))
select pg_notify(channel, note)
from at_once, unnest(:channels::text[], :notes::text[]) as n (channel, note)
