-- A webhook's deliveries, newest event first, before a position.
-- Index: webhook_deliveries_pkey, backwards. Locks: none.
select webhook_id, xid, seq, at, due_at, ended_at, attempts, last_status, state, type, last_error
from carillon.webhook_deliveries
where org_id = :org and webhook_id = :webhook
  and (xid, seq) < (:xid::bigint, :seq::bigint)
  and (:state::text is null or state = :state::text)
order by xid desc, seq desc
limit :limit
