-- The database's clock may be set back, and what was written before then lies ahead of it.

-- How long a node's lease lasts: one that ends later than that from now was given by a clock that
-- has been set back since, and is as good as over.
alter table carillon.nodes add column lease_ms bigint not null default 10000;

-- The latest slot that ended without a start, skipped or cancelled. Planning never goes back to it;
-- for those that started, last_run_at says the same.
alter table carillon.timers add column unstarted_through timestamptz;
