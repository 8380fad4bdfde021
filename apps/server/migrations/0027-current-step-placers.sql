-- The current step also carries who placed the order, so that "may I act?" and the badge read steps and no orders. An
-- order's people stay as they are while it waits.
alter table mcc.order_steps add column placed_by bigint[] not null default '{}';

create function mcc.placers(company bigint, creator bigint, ordered_by bigint) returns bigint[] language sql stable
  return array(select distinct user_id from mcc.person_snapshots
    where company_id = company and id in (creator, ordered_by) and user_id is not null);

update mcc.order_steps step set placed_by = mcc.placers(orders.company_id, orders.creator_id, orders.ordered_by_id)
  from mcc.orders
  where step.is_current and orders.company_id = step.company_id and orders.id = step.order_id;

create or replace function mcc.mark_current_steps() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then
    return null; -- its own work
  end if;
  update order_steps step
    set is_current = true, site_id = orders.site_id,
      placed_by = mcc.placers(orders.company_id, orders.creator_id, orders.ordered_by_id)
    from (select distinct on (waiting.company_id, waiting.order_id) waiting.id, waiting.company_id, waiting.order_id
          from (select distinct company_id, order_id from new_rows) as touched
          join order_steps waiting on waiting.company_id = touched.company_id
            and waiting.order_id = touched.order_id and waiting.state = 'open'
          order by waiting.company_id, waiting.order_id, waiting.position) as first
    join orders on orders.company_id = first.company_id and orders.id = first.order_id
    where step.id = first.id and not step.is_current;
  return null;
end $$;

call mcc.publish('order_steps');
