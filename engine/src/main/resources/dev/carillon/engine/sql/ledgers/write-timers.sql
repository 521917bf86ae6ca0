-- Writes timers that a decision changed.
-- Index: timers_pkey. Locks: held already. Safe: the revision says that the row is the one read.
update carillon.timers t
set revision = d.revision, version = d.version, slot_at = d.slot_at, due_at = d.due_at,
    open_runs = d.open_runs, repeat = d.repeat, retry = d.retry, run_count = d.run_count,
    error_count = d.error_count, consecutive_failures = d.consecutive_failures,
    skipped_count = d.skipped_count, last_run_at = d.last_run_at,
    last_run_status = d.last_run_status, last_error = d.last_error, last_run_id = d.last_run_id,
    run_seq = d.run_seq, unstarted_through = d.unstarted_through
from unnest(:ids::uuid[], :old_revisions::int[], :revisions::int[], :versions::bigint[],
            :slots::timestamptz[], :dues::timestamptz[], :open_runs::int[], :repeats::int[],
            :retries::int[], :run_counts::bigint[], :error_counts::bigint[], :failures::int[],
            :skipped_counts::bigint[], :last_run_ats::timestamptz[], :last_run_statuses::text[],
            :last_errors::text[], :last_run_ids::uuid[], :run_seqs::int[],
            :unstarted::timestamptz[])
  as d (id, old_revision, revision, version, slot_at, due_at, open_runs, repeat, retry, run_count,
        error_count, consecutive_failures, skipped_count, last_run_at, last_run_status, last_error,
        last_run_id, run_seq, unstarted_through)
where t.schedule_id = d.id and t.revision = d.old_revision
