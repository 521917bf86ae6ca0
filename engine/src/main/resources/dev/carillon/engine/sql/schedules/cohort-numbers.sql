-- Numbers for new cohorts.
-- Index: none. Locks: none.
select nextval('carillon.cohorts_id_seq') from generate_series(1, :count::int)
