-- Tells listening nodes what changed; delivered when the transaction commits.
-- Index: none. Locks: PostgreSQL's notification queue, from here to the commit.
select pg_notify('carillon', note) from unnest(:notes::text[]) as n (note)
