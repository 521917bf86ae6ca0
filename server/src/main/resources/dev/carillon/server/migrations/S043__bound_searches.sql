-- Search within names that costs no more than it may: the index of names knows no order, so that a text
-- in two fifths of a million names had 400,000 of them fetched to find the first fifty.
--
-- At most so many of the schedules whose name contains a text, whichever; and a null, no more, when the
-- text is likely to be in too many names for their index to be asked: it takes 8 ms for each 100,000 that
-- have the rarest of its threes, and several times that for a shorter text, which begins many threes. How
-- many have it is what the planner expects by its statistics; where these are wrong, the search takes
-- longer or the caller looks at names one by one. The function of
-- S041 stays for servers that are still to be replaced.
create function carillon.schedules_named(sought text, most int) returns setof uuid
  language plpgsql volatile strict security definer
  set search_path = pg_catalog
  as $$
declare
  org int := nullif(current_setting('app.current_org_id', true), '')::int;
  bearable float8 := case when length(sought) < 3 then 20000 else 100000 end;
  part text;
  plan json;
begin
  -- The last ones first: names that begin alike end differently.
  for part in
    select substr(lower(sought), i, 3)
    from generate_series(greatest(length(lower(sought)) - 2, 1), 1, -1) as i
    limit 12
  loop
    execute format(
      'explain (format json) select from carillon.schedules s'
        || ' where carillon.name_parts(s.org_id, s.name) @@ %L::tsquery',
      carillon.parts_sought(org, part)) into plan;
    if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 <= bearable then
      return query
        with hits as materialized (
          select s.id, s.org_id, s.name from carillon.schedules s
          where carillon.name_parts(s.org_id, s.name) @@ carillon.parts_sought(org, sought))
        select h.id from hits h
        where h.org_id = org and position(lower(sought) in lower(h.name)) > 0
        limit most;
      return;
    end if;
  end loop;
  return next null;
end
  $$;
revoke execute on function carillon.schedules_named(text, int) from public;
grant execute on function carillon.schedules_named(text, int) to carillon_api;
