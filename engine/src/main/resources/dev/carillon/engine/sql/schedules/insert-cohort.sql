-- Adds a cohort of new schedules, see V012__gather_cohorts.sql.
-- Index: cohorts_pkey, cohort_members_pkey. Locks: the new rows.
with cohort as (
  insert into carillon.cohorts (id, slot_at, due_at, version, org_id, shard, size)
  overriding system value
  values (:id, :slot_at::timestamptz, :due_at::timestamptz, :version, :org_id, :shard, :size))
insert into carillon.cohort_members (cohort_id, org_id, schedule_ids, texts)
values (:id, :org_id, :schedule_ids::uuid[], :texts::bytea)
