-- Keeps what a job of a source is, and what was made of it. Index: imports_pkey. Locks: that row.
insert into carillon.imports as i (org_id, source, source_instance, source_id, schedule_id,
  original_enabled, original, definition)
values (:org, :source, :instance, :id, :schedule_id::uuid, :enabled, :original::json,
  :definition::json)
on conflict (org_id, source, source_instance, source_id) do update
set original_enabled = excluded.original_enabled, original = excluded.original,
    definition = excluded.definition, updated_at = now()
