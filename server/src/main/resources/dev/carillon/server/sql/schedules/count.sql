-- How many schedules pass a filter, by status.
-- Index: schedules_by_org, or whichever the filter has. Locks: none.
select s.status, count(*) as schedules from carillon.schedules s
where s.org_id = :org
  and (:status::text[] is null or s.status = any (:status::text[]))
  and (:target::text is null or s.target = :target)
  and (:workflow_id::text is null or s.workflow_id = :workflow_id)
  and (:agent_id::text is null or s.agent_id = :agent_id)
  and (:visible_to::text is null or s.agent_id = :visible_to or s.owner = 'agent:' || :visible_to)
  and (:sought::text is null or position(lower(:sought) in lower(s.name)) > 0)
group by s.status
