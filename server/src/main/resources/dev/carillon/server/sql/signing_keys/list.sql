-- The keys in use now or lately. Index: none; there is one per server. Locks: none.
select public_jwk::text from carillon.signing_keys
where seen_at > now() - interval '2 days' order by seen_at desc, kid
