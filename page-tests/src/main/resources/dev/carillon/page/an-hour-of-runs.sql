-- Puts an hour of counted runs before the demo's own, which is only minutes old: about a hundred a
-- minute with a quiet spell and a minute of trouble. For pictures of the page, and for nothing else.
with forgotten as (delete from carillon.run_minutes)
insert into carillon.run_minutes (org_id, minute, late, success, error, timeout, skipped, folded)
select o.id, date_trunc('minute', now()) - m * interval '1 minute', late.bucket,
       round((78 + 22 * sin(m / 7.0) + 9 * sin(m * 2.3)) * late.share),
       case when late.bucket = 3 then case when m between 21 and 23 then 24 - (m - 22) * 6 else (m * 7 % 5) / 3 end else 0 end,
       case when late.bucket = 3 and m % 17 = 0 then 1 else 0 end,
       case when late.bucket = 3 and m % 11 = 0 then 3 else 0 end,
       true
from carillon.organizations o
cross join generate_series(1, 59) as m
cross join lateral (values (1, 0.3), (2, 0.4), (3, 0.24), (7 + (m * 5 % 3) + case when m between 20 and 24 then 4 else 0 end, 0.06)) as late (bucket, share)
where o.name = 'default'
