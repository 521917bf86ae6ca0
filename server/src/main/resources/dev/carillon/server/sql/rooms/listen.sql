-- Hears of new messages in rooms, on this connection from now on. Locks: none.
listen carillon_rooms
