-- Adds a grant. Index: grants_pkey. Locks: the new row.
insert into carillon.grants (id, org_id, expires_at, user_id, billing_account_id, scopes, created_by)
values (:id::uuid, :org, :expires_at::timestamptz, :user_id, :billing_account_id, :scopes::text[],
        :created_by)
returning id, user_id, billing_account_id, scopes, created_at, created_by, expires_at, revoked_at,
          revoked_by, coalesce(expires_at <= clock_timestamp(), false) as expired
