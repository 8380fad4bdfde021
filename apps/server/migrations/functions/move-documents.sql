-- Whoever sees an order sees its documents: they go where it goes.
create or replace function mcc.move_documents() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update documents set site_id = new.site_id where company_id = new.company_id and order_id = new.id;
  return null;
end $$;

create or replace trigger move_documents after update of site_id on mcc.orders
  for each row when (old.site_id is distinct from new.site_id) execute function mcc.move_documents();
