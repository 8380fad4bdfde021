-- An event is on its way from the moment it is written: requests may add events and see no deliveries, so they are added
-- for them. The provider's address gets every event. A receiver of the company gets the kinds and sites that were chosen
-- for it, also during the first days of a pause, after which they are sent. A test is for one receiver.
create or replace function mcc.add_event_delivery() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  insert into event_deliveries (company_id, event_id, receiver_id, url)
  select new.company_id, new.id, null::bigint, event_url from company_configurations
  where company_id = new.company_id and event_url <> '' and new.receiver_id is null;
  insert into event_deliveries (company_id, event_id, receiver_id, url)
  select new.company_id, new.id, receiver.id, receiver.url from event_receivers as receiver
  where receiver.company_id = new.company_id
    and case when new.receiver_id is null
      then new.type = any(receiver.kinds) and (receiver.site_ids is null or new.site_id = any(receiver.site_ids))
        and (receiver.paused_at is null or receiver.paused_at > now() - interval '7 days')
      else receiver.id = new.receiver_id end
  -- One that is being deleted gets nothing, instead of refusing the event.
  for key share;
  return null;
end $$;

create or replace trigger add_delivery after insert on mcc.events
  for each row execute function mcc.add_event_delivery();
