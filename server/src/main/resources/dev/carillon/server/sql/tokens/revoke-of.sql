-- Ends all tokens of a principal; none of them is valid from the commit on. Those that had ended keep
-- their moment.
-- Index: tokens_pkey. Locks: those rows.
update carillon.tokens set revoked_at = now()
where org_id = :org and principal = :principal and revoked_at is null
