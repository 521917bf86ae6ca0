-- Runs that do not lie in history where they ended: ids begin with the moment of the slot, but not those
-- that somebody asked for, and those that began late or took long ended well after it. With these
-- beside it, the end of history tells all that has run of late. A run that is neither writes nothing
-- here.
create index runs_out_of_order on carillon.runs (org_id, completed_at, schedule_id)
  where origin <> 'schedule' or completed_at - slot_at > interval '30 seconds';
