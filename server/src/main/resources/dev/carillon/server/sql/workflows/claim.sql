-- Locks a workflow, making its row first when it is new (version 0), so that two who save it at the
-- same time do so one after the other.
-- Index: workflows_pkey. Locks: that row, until the end of the transaction.
insert into carillon.workflows as w (org_id, id) values (:org, :id)
on conflict (org_id, id) do update set id = excluded.id
returning w.id, w.name, w.executor, w.triggers::text, w.definition::text, w.version, w.created_at,
          w.updated_at
