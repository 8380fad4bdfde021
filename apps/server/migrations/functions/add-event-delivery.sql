-- An event is on its way from the moment it is written: requests may add events and see no deliveries, so the delivery
-- is added for them. A company without an address is told nothing, and the event stays on record.
create or replace function mcc.add_event_delivery() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  insert into event_deliveries (company_id, event_id, url)
  select new.company_id, new.id, event_url from company_configurations
  where company_id = new.company_id and event_url <> '';
  return null;
end $$;

create or replace trigger add_delivery after insert on mcc.events
  for each row execute function mcc.add_event_delivery();
