-- Whether by-last-run, asked with this :taken, looks at anything: what it says of an empty answer, said
-- afterwards, since what has gone out of date does not come back.
-- Index: runs_out_of_order, imported_pasts_pkey. Locks: none.
select clock_timestamp() between :taken::timestamptz and :taken::timestamptz + interval '3 minutes'
  and (select count(*)
       from (select from carillon.runs o
             where o.org_id = :org and o.completed_at >= :taken::timestamptz - interval '1 minute'
               and (o.origin <> 'schedule' or o.completed_at - o.slot_at > interval '30 seconds')
             limit 1001) late) <= 1000
  and not exists (
    select from carillon.imported_pasts p
    where p.org_id = :org and p.added_at >= :taken::timestamptz - interval '1 minute') as holds
