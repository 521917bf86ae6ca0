-- Says that history has got runs of another system, which nobody who goes by its end would look for.
-- Index: imported_pasts_pkey. Locks: that row, until the runs are written.
insert into carillon.imported_pasts as p (org_id, added_at) values (:org, clock_timestamp())
on conflict (org_id) do update set added_at = greatest(p.added_at, excluded.added_at)
