-- Shows a public key to all servers, and that it is in use. Index: signing_keys_pkey.
-- Locks: that row.
insert into carillon.signing_keys (kid, public_jwk) values (:kid, :jwk::json)
on conflict (kid) do update set seen_at = now()
