-- Adds the timer of a new schedule.
-- Index: timers_pkey. Locks: the new row.
insert into carillon.timers (schedule_id, org_id, shard, revision, version, slot_at, due_at,
  open_runs, repeat, retry, run_count, error_count, consecutive_failures, skipped_count,
  last_run_at, last_run_status, last_error, last_run_id, run_seq, cohort_id, cohort_bit)
values (:schedule_id::uuid, :org_id, :shard, :revision, :version, :slot_at::timestamptz,
  :due_at::timestamptz, :open_runs, :repeat, :retry, :run_count, :error_count,
  :consecutive_failures, :skipped_count, :last_run_at::timestamptz, :last_run_status::text,
  :last_error::text, :last_run_id::uuid, :run_seq, :cohort_id::bigint,
  :cohort_bit::smallint)
