-- The grants of an organization, oldest first. Index: grants_pkey. Locks: none.
select id, user_id, billing_account_id, scopes, created_at, created_by, expires_at, revoked_at,
       revoked_by, coalesce(expires_at <= clock_timestamp(), false) as expired
from carillon.grants
where org_id = :org and id > coalesce(:after::uuid, '00000000-0000-0000-0000-000000000000')
order by id
limit :limit::int
