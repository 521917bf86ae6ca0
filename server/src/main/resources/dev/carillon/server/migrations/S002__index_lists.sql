-- What lists are read by. Each begins with the organization and ends with the id, which is the order
-- of the pages, so that a page costs what it shows.
create index schedules_by_target on carillon.schedules (org_id, target, status, id);
create index schedules_by_name on carillon.schedules (org_id, name, id);
create index schedules_by_workflow on carillon.schedules (org_id, workflow_id, id)
  where workflow_id is not null;
create index schedules_by_agent on carillon.schedules (org_id, agent_id, id)
  where agent_id is not null;
create index schedules_by_owner on carillon.schedules (org_id, owner, id)
  where owner like 'agent:%';

-- Successes of slots, which are nearly all of history, write none of these.
create index runs_by_status on carillon.runs (org_id, status, id) where status <> 'success';
create index runs_by_origin on carillon.runs (org_id, origin, id) where origin <> 'schedule';
create index open_runs_by_org on carillon.open_runs (org_id, id);

-- Search within names, without an extension that a rented PostgreSQL may not have: every name is
-- indexed by the runs of three characters in it.
create function carillon.trigrams(name text) returns text[]
  language sql immutable strict parallel safe
  set search_path = pg_catalog
  as $$
    select array_agg(distinct substr(lower(name), i, 3))
    from generate_series(1, greatest(length(name) - 2, 1)) as i
  $$;
create index schedules_by_trigram on carillon.schedules using gin (carillon.trigrams(name))
  with (fastupdate = off);

-- The schedules whose name contains a text of three characters or more. Row-level security lets no
-- index answer an operator that might tell others' rows by its errors, and those of arrays count as
-- such; so this runs as the owner and asks for the organization itself. The list is materialized
-- because the planner, hoping for a page to fill early, would otherwise walk the whole table.
create function carillon.schedules_named(sought text) returns setof uuid
  language sql stable strict security definer
  set search_path = pg_catalog
  as $$
    with hits as materialized (
      select s.id, s.org_id, s.name from carillon.schedules s
      where carillon.trigrams(s.name) @> carillon.trigrams(sought))
    select h.id from hits h
    where h.org_id = nullif(current_setting('app.current_org_id', true), '')::int
      and position(lower(sought) in lower(h.name)) > 0
  $$;
revoke execute on function carillon.schedules_named(text) from public;
grant execute on function carillon.schedules_named(text) to carillon_api;
