-- Has the statements of this transaction planned once and not at every use: they find rows by key,
-- whatever the values are, and planning them took half of their time.
-- Index: none. Locks: none. Safe: the setting ends with the transaction.
select set_config('plan_cache_mode', 'force_generic_plan', true)
