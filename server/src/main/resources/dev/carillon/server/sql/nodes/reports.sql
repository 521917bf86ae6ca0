-- What servers said of their nodes. Index: none, nodes are few. Locks: none.
select r.node, r.lateness_ms, r.host, r.version, r.signs_with from carillon.node_reports r
