-- When the last attempt of a run began, where it was not the first: started_at is the first one's.
-- Null for a run of one attempt, which is nearly every run, so it costs the hot path nothing.
alter table carillon.runs add column attempt_started_at timestamptz;
