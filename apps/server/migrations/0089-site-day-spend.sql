-- What was spent at a site on a day: the chart of the home page reads it for users who do not see every site. Orders
-- count while they are approved and neither canceled nor rejected, so a shipment or a payment changes nothing here.
create table mcc.site_day_spend (
  company_id bigint not null references mcc.companies (id),
  site_id bigint not null,
  day date not null, -- in UTC
  orders bigint not null,
  total numeric(20, 2) not null,
  primary key (company_id, site_id, day)
);

create type mcc.spend_change as (company_id bigint, site_id bigint, day date, orders bigint, total numeric);

-- Accepted, Processing, Shipped, Partially Shipped, Delivered: SPENT_STATUSES in the contract.
create function mcc.is_spent(status smallint) returns boolean language sql immutable
  return status in (1, 3, 4, 5, 6);

-- Rows are taken in key order, so that two writers never wait for each other in a circle.
create function mcc.add_to_spend(changes mcc.spend_change[]) returns void language sql as $$
  insert into mcc.site_day_spend as kept
  select company_id, site_id, day, sum(orders), sum(total)
  from unnest(changes)
  group by 1, 2, 3
  having sum(orders) <> 0 or sum(total) <> 0
  order by 1, 2, 3
  on conflict (company_id, site_id, day) do update
    set orders = kept.orders + excluded.orders, total = kept.total + excluded.total;
$$;

create function mcc.count_spend() returns trigger language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  changes mcc.spend_change[] := '{}';
begin
  if tg_op in ('UPDATE', 'DELETE') then
    changes := array(
      select row(company_id, site_id, (order_date at time zone 'UTC')::date, -count(*), -sum(total))::mcc.spend_change
      from old_rows where mcc.is_spent(status) group by company_id, site_id, (order_date at time zone 'UTC')::date);
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    changes := changes || array(
      select row(company_id, site_id, (order_date at time zone 'UTC')::date, count(*), sum(total))::mcc.spend_change
      from new_rows where mcc.is_spent(status) group by company_id, site_id, (order_date at time zone 'UTC')::date);
  end if;
  if changes <> '{}' then
    perform mcc.add_to_spend(changes);
  end if;
  return null;
end $$;

create trigger spend_inserted after insert on mcc.orders
  referencing new table as new_rows for each statement execute function mcc.count_spend();
create trigger spend_updated after update on mcc.orders
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_spend();
create trigger spend_deleted after delete on mcc.orders
  referencing old table as old_rows for each statement execute function mcc.count_spend();

-- The triggers hold back every writer until this is committed, so no order is missed or counted twice.
insert into mcc.site_day_spend
select company_id, site_id, (order_date at time zone 'UTC')::date, count(*), sum(total)
from mcc.orders where mcc.is_spent(status) group by 1, 2, 3;

call mcc.publish('site_day_spend');
revoke insert, update, delete on tenant.site_day_spend from mcc_request;
