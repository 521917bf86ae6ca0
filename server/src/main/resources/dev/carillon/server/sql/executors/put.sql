-- Adds an executor, or changes its URL. Index: executors_pkey. Locks: that row.
insert into carillon.executors (org_id, name, url) values (:org, :name, :url)
on conflict (org_id, name) do update set url = excluded.url, updated_at = now()
returning name, url, created_at, updated_at
