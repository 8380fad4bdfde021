-- not side by side: the index is built in one transaction; jobs of the previous version that write deliveries wait for
-- it, and go on.

-- Company admins see which of the events of their company could not be delivered. They see no address, no payload and no
-- response of a receiver, and change nothing.
call mcc.publish('event_deliveries');
revoke insert, update, delete on tenant.event_deliveries from mcc_request;
revoke select on tenant.event_deliveries from mcc_request;
grant select (id, company_id, event_id, state, attempts, last_status, last_error, created_at, delivered_at, next_try_at)
  on tenant.event_deliveries to mcc_request;
grant select (company_id, type) on tenant.events to mcc_request;

create index event_deliveries_failing on mcc.event_deliveries (company_id, created_at desc, id desc)
  where state <> 'delivered';
