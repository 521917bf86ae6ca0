-- Waits for beginnings in some shards that are under way, and holds off further ones, until the
-- transaction ends: before slots are taken away that may be beginning just now.
-- Index: shards_pkey. Locks: those rows, in the order of their numbers like everybody.
-- Safe: whoever begins slots holds FOR SHARE on the shard until its note is committed.
select shard from carillon.shards where shard = any (:shards::int[]) order by shard for update
