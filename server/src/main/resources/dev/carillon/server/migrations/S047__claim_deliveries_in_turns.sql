-- Deliveries are claimed in turns, so each webhook's next ones must be found without a look at the
-- backlogs of the others.
drop index carillon.webhook_deliveries_due;
create index webhook_deliveries_due on carillon.webhook_deliveries (org_id, webhook_id, due_at)
  where state = 'pending';
