-- Whether no run in order began of late: none that was made since :from_id, which begins with a moment.
-- Those that somebody asked for have ids of any kind. Index: runs_pkey. Locks: none.
select count(*) < 1000 and not coalesce(bool_or(n.origin = 'schedule'), false) as quiet
from (select r.origin from carillon.runs r
      where r.org_id = :org and r.id >= :from_id::uuid
      order by r.org_id desc, r.id desc
      limit 1000) n
