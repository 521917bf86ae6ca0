-- Has the statements of this transaction planned once and not at every use: they find rows by key,
-- whatever the values are, and planning them took half of their time. And by key they find them
-- also in tables that are small: a plan made then would read them whole, with the dead rows of
-- thousands of runs, which took as long as everything else.
-- Index: none. Locks: none. Safe: the settings end with the transaction.
select set_config('plan_cache_mode', 'force_generic_plan', true),
       set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
       set_config('enable_mergejoin', 'off', true)
