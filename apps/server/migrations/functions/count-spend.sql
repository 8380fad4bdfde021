-- What was spent at a site on a day, and how long the deliveries of a month took. Rows are taken in key order, so that
-- two writers never wait for each other in a circle.
create or replace function mcc.add_to_deliveries(changes mcc.delivery_change[]) returns void language sql as $$
  insert into mcc.site_month_deliveries as kept
  select company_id, site_id, month, days, sum(orders)
  from unnest(changes)
  group by 1, 2, 3, 4
  having sum(orders) <> 0
  order by 1, 2, 3, 4
  on conflict (company_id, site_id, month, days) do update set orders = kept.orders + excluded.orders;
$$;

create or replace function mcc.count_spend() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  changes mcc.spend_change[] := '{}';
  deliveries mcc.delivery_change[] := '{}';
begin
  if tg_op in ('UPDATE', 'DELETE') then
    changes := array(
      select row(company_id, site_id, (order_date at time zone 'UTC')::date, -count(*), -sum(total))::mcc.spend_change
      from old_rows where mcc.is_spent(status) group by company_id, site_id, (order_date at time zone 'UTC')::date);
    deliveries := array(
      select row(company_id, site_id, date_trunc('month', order_date at time zone 'UTC')::date,
        mcc.delivery_days(status, order_date, status_times), -1)::mcc.delivery_change
      from old_rows where status = 6 and status_times ? '6');
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    changes := changes || array(
      select row(company_id, site_id, (order_date at time zone 'UTC')::date, count(*), sum(total))::mcc.spend_change
      from new_rows where mcc.is_spent(status) group by company_id, site_id, (order_date at time zone 'UTC')::date);
    deliveries := deliveries || array(
      select row(company_id, site_id, date_trunc('month', order_date at time zone 'UTC')::date,
        mcc.delivery_days(status, order_date, status_times), 1)::mcc.delivery_change
      from new_rows where status = 6 and status_times ? '6');
  end if;
  if changes <> '{}' then
    perform mcc.add_to_spend(changes);
  end if;
  if deliveries <> '{}' then
    perform mcc.add_to_deliveries(deliveries);
  end if;
  return null;
end $$;
