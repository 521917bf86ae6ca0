-- Hears no more, so that the connection can be used for something else. Locks: none.
unlisten carillon_rooms
