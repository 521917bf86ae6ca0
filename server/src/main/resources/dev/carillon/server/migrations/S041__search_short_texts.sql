-- Search within names for texts of any length, in one organization only. The index of S002 knew
-- runs of three characters: a shorter text had every name looked at, and a text that is frequent in
-- one organization was slow to look for in all others.
--
-- Every name is now indexed by what begins at each of its characters: that one and the two behind
-- it, fewer at the end, each behind the number of the organization. A text of three characters or
-- more is looked for by its threes, a shorter one as the beginning of some.
drop function carillon.schedules_named(text);
drop index carillon.schedules_by_trigram;
drop function carillon.trigrams(text);

create function carillon.name_parts(org_id int, name text) returns tsvector
  language sql immutable strict parallel safe
  set search_path = pg_catalog
  as $$
    select array_to_tsvector(array_agg(distinct org_id || ':' || substr(n.text, i, 3)))
    from (select lower(name) as text) n, generate_series(1, length(n.text)) as i
  $$;

create function carillon.parts_sought(org_id int, sought text) returns tsquery
  language sql immutable strict parallel safe
  set search_path = pg_catalog
  as $$
    select string_agg(
        '''' || replace(replace(org_id || ':' || substr(s.text, i, 3), '\', '\\'), '''', '''''')
        || case when length(s.text) < 3 then ''':*' else '''' end, ' & ')::tsquery
    from (select lower(sought) as text) s, generate_series(1, greatest(length(s.text) - 2, 1)) as i
  $$;

-- New names wait in a list of at most 1 MB, which a search reads too, and enter the index together:
-- one by one they would cost ten times as much.
create index schedules_by_parts on carillon.schedules using gin (carillon.name_parts(org_id, name))
  with (gin_pending_list_limit = 1024);

-- The schedules whose name contains a text. Row-level security lets no index answer an operator that
-- might tell others' rows by its errors, and that of texts counts as such; so this runs as the owner
-- and asks for the organization itself. The list is materialized because the planner, hoping for a
-- page to fill early, would otherwise walk the whole table.
create function carillon.schedules_named(sought text) returns setof uuid
  language sql stable strict security definer
  set search_path = pg_catalog
  as $$
    with hits as materialized (
      select s.id, s.org_id, s.name from carillon.schedules s
      where carillon.name_parts(s.org_id, s.name) @@ carillon.parts_sought(
          nullif(current_setting('app.current_org_id', true), '')::int, sought))
    select h.id from hits h
    where h.org_id = nullif(current_setting('app.current_org_id', true), '')::int
      and position(lower(sought) in lower(h.name)) > 0
  $$;
revoke execute on function carillon.schedules_named(text) from public;
grant execute on function carillon.schedules_named(text) to carillon_api;
