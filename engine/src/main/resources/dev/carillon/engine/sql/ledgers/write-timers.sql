-- Writes timers that a decision changed: all of them, or none.
-- Index: timers_pkey. Locks: held already. Safe: the revision says that the row is the one read.
-- Elements are fetched by number, as in write-open-runs.sql.
with written as (
  update carillon.timers t
  set revision = (:revisions::int[])[d.i], version = (:versions::bigint[])[d.i],
      slot_at = (:slots::timestamptz[])[d.i], due_at = (:dues::timestamptz[])[d.i],
      open_runs = (:open_runs::int[])[d.i], repeat = (:repeats::int[])[d.i],
      retry = (:retries::int[])[d.i], run_count = (:run_counts::bigint[])[d.i],
      error_count = (:error_counts::bigint[])[d.i],
      consecutive_failures = (:failures::int[])[d.i],
      skipped_count = (:skipped_counts::bigint[])[d.i],
      last_run_at = (:last_run_ats::timestamptz[])[d.i],
      last_run_status = (:last_run_statuses::text[])[d.i], last_error = (:last_errors::text[])[d.i],
      last_run_id = (:last_run_ids::uuid[])[d.i], run_seq = (:run_seqs::int[])[d.i],
      unstarted_through = (:unstarted::timestamptz[])[d.i]
  from unnest(:ordinals::int[]) as d (i)
  where t.schedule_id = (:ids::uuid[])[d.i] and t.revision = (:old_revisions::int[])[d.i]
  returning 1)
select carillon.require_written(count(*), cardinality(:ordinals::int[])) from written
