-- Makes a timer show the history that was added before it, and how far the source had come.
-- Index: timers_pkey. Locks: that row, held already. A node that read it before finds it changed.
update carillon.timers
set last_run_id = :last_run_id::uuid, run_seq = :run_seq, last_run_at = :last_run_at::timestamptz,
    last_run_status = coalesce(:last_run_status::text, last_run_status),
    last_error = case when :last_run_status::text is null then last_error else :last_error::text end,
    run_count = run_count + :successes, error_count = error_count + :errors,
    skipped_count = skipped_count + :skipped, repeat = greatest(repeat, :repeat),
    retry = greatest(retry, :retry), revision = revision + 1
where org_id = :org and schedule_id = :schedule_id::uuid
