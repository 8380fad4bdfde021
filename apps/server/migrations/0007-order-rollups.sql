-- Counts and sums kept beside the orders by statement-level triggers, in the transaction of the change: pagers,
-- the dashboard and analytics read these instead of counting.
create table mcc.order_site_counts (
  company_id bigint not null references mcc.companies (id),
  site_id bigint not null,
  status smallint not null,
  payment_status smallint not null, -- 0 stands for none
  orders bigint not null,
  total numeric(20, 2) not null,
  subtotal numeric(20, 2) not null,
  primary key (company_id, site_id, status, payment_status)
);

-- The same over all sites: what a company's own pager reads.
create table mcc.order_state_counts (
  company_id bigint not null references mcc.companies (id),
  status smallint not null,
  payment_status smallint not null,
  orders bigint not null,
  total numeric(20, 2) not null,
  subtotal numeric(20, 2) not null,
  primary key (company_id, status, payment_status)
);

create table mcc.order_day_counts (
  company_id bigint not null references mcc.companies (id),
  day date not null, -- in UTC
  status smallint not null,
  payment_status smallint not null,
  orders bigint not null,
  total numeric(20, 2) not null,
  subtotal numeric(20, 2) not null,
  primary key (company_id, day, status, payment_status)
);

-- Rows are taken in key order, so that two writers never wait for each other in a circle.
create function mcc.add_to_state_counts(changes mcc.order_site_counts[]) returns void language sql as $$
  insert into mcc.order_state_counts as kept
  select company_id, status, payment_status, sum(orders), sum(total), sum(subtotal)
  from unnest(changes)
  group by 1, 2, 3
  having sum(orders) <> 0 or sum(total) <> 0 or sum(subtotal) <> 0
  order by 1, 2, 3
  on conflict (company_id, status, payment_status) do update
    set orders = kept.orders + excluded.orders,
        total = kept.total + excluded.total,
        subtotal = kept.subtotal + excluded.subtotal;
$$;

create function mcc.add_to_site_counts(changes mcc.order_site_counts[]) returns void language sql as $$
  insert into mcc.order_site_counts as kept
  select company_id, site_id, status, payment_status, sum(orders), sum(total), sum(subtotal)
  from unnest(changes)
  group by 1, 2, 3, 4
  having sum(orders) <> 0 or sum(total) <> 0 or sum(subtotal) <> 0
  order by 1, 2, 3, 4
  on conflict (company_id, site_id, status, payment_status) do update
    set orders = kept.orders + excluded.orders,
        total = kept.total + excluded.total,
        subtotal = kept.subtotal + excluded.subtotal;
$$;

create function mcc.add_to_day_counts(changes mcc.order_day_counts[]) returns void language sql as $$
  insert into mcc.order_day_counts as kept
  select company_id, day, status, payment_status, sum(orders), sum(total), sum(subtotal)
  from unnest(changes)
  group by 1, 2, 3, 4
  having sum(orders) <> 0 or sum(total) <> 0 or sum(subtotal) <> 0
  order by 1, 2, 3, 4
  on conflict (company_id, day, status, payment_status) do update
    set orders = kept.orders + excluded.orders,
        total = kept.total + excluded.total,
        subtotal = kept.subtotal + excluded.subtotal;
$$;

create function mcc.count_orders() returns trigger language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  by_site mcc.order_site_counts[] := '{}';
  by_day mcc.order_day_counts[] := '{}';
begin
  if tg_op in ('UPDATE', 'DELETE') then
    select array_agg(row(company_id, site_id, status, payment, -n, -total, -subtotal)::mcc.order_site_counts)
      into by_site
      from (select company_id, site_id, status, coalesce(payment_status, 0) as payment,
                   count(*) as n, sum(total) as total, sum(subtotal) as subtotal
            from old_rows group by 1, 2, 3, 4) as gone;
    select array_agg(row(company_id, day, status, payment, -n, -total, -subtotal)::mcc.order_day_counts)
      into by_day
      from (select company_id, (order_date at time zone 'UTC')::date as day, status,
                   coalesce(payment_status, 0) as payment,
                   count(*) as n, sum(total) as total, sum(subtotal) as subtotal
            from old_rows group by 1, 2, 3, 4) as gone;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    select coalesce(by_site, '{}') || coalesce(array_agg(
             row(company_id, site_id, status, payment, n, total, subtotal)::mcc.order_site_counts), '{}')
      into by_site
      from (select company_id, site_id, status, coalesce(payment_status, 0) as payment,
                   count(*) as n, sum(total) as total, sum(subtotal) as subtotal
            from new_rows group by 1, 2, 3, 4) as come;
    select coalesce(by_day, '{}') || coalesce(array_agg(
             row(company_id, day, status, payment, n, total, subtotal)::mcc.order_day_counts), '{}')
      into by_day
      from (select company_id, (order_date at time zone 'UTC')::date as day, status,
                   coalesce(payment_status, 0) as payment,
                   count(*) as n, sum(total) as total, sum(subtotal) as subtotal
            from new_rows group by 1, 2, 3, 4) as come;
  end if;
  perform mcc.add_to_state_counts(by_site);
  perform mcc.add_to_site_counts(by_site);
  perform mcc.add_to_day_counts(by_day);
  return null;
end $$;

create trigger count_inserted after insert on mcc.orders
  referencing new table as new_rows for each statement execute function mcc.count_orders();
create trigger count_updated after update on mcc.orders
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_orders();
create trigger count_deleted after delete on mcc.orders
  referencing old table as old_rows for each statement execute function mcc.count_orders();

call mcc.publish('order_state_counts');
call mcc.publish('order_site_counts');
call mcc.publish('order_day_counts');
revoke insert, update, delete on tenant.order_state_counts, tenant.order_site_counts, tenant.order_day_counts from mcc_request;
