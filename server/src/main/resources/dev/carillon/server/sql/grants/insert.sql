-- Adds a grant, unless it has expired already. Index: grants_pkey. Locks: the new row.
insert into carillon.grants (id, org_id, expires_at, user_id, billing_account_id, scopes, created_by)
select :id::uuid, :org, :expires_at::timestamptz, :user_id, :billing_account_id, :scopes::text[],
       :created_by
where coalesce(:expires_at::timestamptz > clock_timestamp(), true)
returning id, user_id, billing_account_id, scopes, created_at, created_by, expires_at, revoked_at,
          revoked_by, coalesce(expires_at <= clock_timestamp(), false) as expired
