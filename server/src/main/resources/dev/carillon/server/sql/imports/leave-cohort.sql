-- Makes a schedule that is a member of a cohort one of its own again, before its timer is read.
-- Index: timers_pkey, cohorts_pkey. Locks: that timer, then its cohort, if it is a member.
select carillon.leave_cohorts(array(
  select schedule_id from carillon.timers
  where org_id = :org and schedule_id = :schedule_id::uuid))
