-- not side by side: the indexes are built in one transaction; jobs of the previous version that write deliveries wait for
-- them, and go on.

-- What waits for a paused receiver is in none of the indexes by which deliveries to others are found.
drop index mcc.event_deliveries_waiting;
create index event_deliveries_to_provider on mcc.event_deliveries (company_id, id)
  where receiver_id is null and state = 'waiting';
drop index mcc.event_deliveries_failing;
create index event_deliveries_failing on mcc.event_deliveries (company_id, created_at desc, id desc)
  where receiver_id is null and state <> 'delivered';
-- The latest delivery that was tried, for the list of receivers.
create index event_deliveries_tried on mcc.event_deliveries (receiver_id, created_at desc, id desc)
  where receiver_id is not null and attempts > 0;
-- Old ones are deleted.
create index events_created on mcc.events (created_at);

-- A secret stays valid for its time also if the next one is replaced before: a third one beside the two.
alter table mcc.event_receivers add column older_secret text, add column older_until timestamptz;
call mcc.publish('event_receivers');
alter table mcc.company_configurations add column event_older_secret text, add column event_older_until timestamptz;
call mcc.publish('company_configurations');
revoke insert, delete on tenant.company_configurations from mcc_request;
