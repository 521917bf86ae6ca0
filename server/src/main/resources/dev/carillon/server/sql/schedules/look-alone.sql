-- Has the statements of this transaction be carried out by one process each: a look that nobody waits for
-- leaves the other processors to those who are answered meanwhile.
-- Index: none. Locks: none. Safe: the setting ends with the transaction.
select set_config('max_parallel_workers_per_gather', '0', true)
