-- Requests that change a timer count it, see V004 of the engine.
grant select, update (count) on carillon.changes to carillon_api;
