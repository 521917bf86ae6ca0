-- Lists are read without bitmaps, so that no more rows are looked at than are shown. The index of names
-- can be asked in no other way.
alter function carillon.schedules_named(text, int) set enable_bitmapscan = on;
