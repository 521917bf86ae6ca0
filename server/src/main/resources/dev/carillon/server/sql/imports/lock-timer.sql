-- The head of a schedule's history, held so that nothing is recorded meanwhile. leave-cohort.sql comes
-- before it, so that the row says all.
-- Index: timers_pkey. Locks: that row.
select last_run_id, run_seq, last_run_at from carillon.timers
where org_id = :org and schedule_id = :schedule_id::uuid
for update
