-- Writes down what a server says of its node. Index: node_reports_pkey. Locks: that row.
insert into carillon.node_reports (node, reported_at, lateness_ms, host, version, signs_with)
values (:node, now(), :lateness_ms::bigint, :host, :version, :signs_with)
on conflict (node) do update
set reported_at = excluded.reported_at, lateness_ms = excluded.lateness_ms, host = excluded.host,
    version = excluded.version, signs_with = excluded.signs_with
