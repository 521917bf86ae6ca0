-- Marks the transaction as one that adds history of another system: its runs are no events.
-- Locks: none.
select set_config('carillon.importing', 'yes', true)
