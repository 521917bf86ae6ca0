-- A backlog moves every timer of a page before the first can be pruned. With 70 % of a page filled,
-- 65 of 100 such updates found no room beside the old row, and had to be entered into the index; at
-- 45 % all rows of a page can be written once more. Pages that are filled already stay as they are.
alter table carillon.timers set (fillfactor = 45);
