-- Makes members of cohorts schedules of their own again, before their books are read.
-- Index: those that the function looks by. Locks: the timers of those that are members in the order of their
-- ids, then their cohorts; see the function in V012__gather_cohorts.sql.
select carillon.leave_cohorts(:ids::uuid[])
