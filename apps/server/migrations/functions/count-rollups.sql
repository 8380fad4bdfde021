-- Rows are taken in key order, so that two writers never wait for each other in a circle.
create or replace function mcc.add_to_state_counts(changes mcc.order_site_counts[]) returns void language sql as $$
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

create or replace function mcc.add_to_site_counts(changes mcc.order_site_counts[]) returns void language sql as $$
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

create or replace function mcc.add_to_day_counts(changes mcc.order_day_counts[]) returns void language sql as $$
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

create or replace function mcc.count_orders() returns trigger language plpgsql security definer set search_path = mcc, pg_temp as $$
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

create or replace trigger count_inserted after insert on mcc.orders
  referencing new table as new_rows for each statement execute function mcc.count_orders();
create or replace trigger count_updated after update on mcc.orders
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_orders();
create or replace trigger count_deleted after delete on mcc.orders
  referencing old table as old_rows for each statement execute function mcc.count_orders();

-- Rows are taken in key order, so that two writers never wait for each other in a circle.
create or replace function mcc.add_to_document_counts(changes mcc.document_site_counts[]) returns void language plpgsql as $$
begin
  insert into mcc.document_counts as kept
  select company_id, sum(documents) from unnest(changes) group by 1 having sum(documents) <> 0 order by 1
  on conflict (company_id) do update set documents = kept.documents + excluded.documents;
  insert into mcc.document_site_counts as kept
  select company_id, site_id, sum(documents) from unnest(changes) group by 1, 2 having sum(documents) <> 0 order by 1, 2
  on conflict (company_id, site_id) do update set documents = kept.documents + excluded.documents;
end $$;

create or replace function mcc.count_documents() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  gone mcc.document_site_counts[];
  come mcc.document_site_counts[];
begin
  if tg_op in ('UPDATE', 'DELETE') then
    select array_agg(row(company_id, site_id, -n)::mcc.document_site_counts) into gone
      from (select company_id, site_id, count(*) as n from old_rows group by 1, 2) as counted;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    select array_agg(row(company_id, site_id, n)::mcc.document_site_counts) into come
      from (select company_id, site_id, count(*) as n from new_rows group by 1, 2) as counted;
  end if;
  perform mcc.add_to_document_counts(gone || come);
  return null;
end $$;

create or replace trigger count_inserted after insert on mcc.documents
  referencing new table as new_rows for each statement execute function mcc.count_documents();
create or replace trigger count_updated after update on mcc.documents
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_documents();
create or replace trigger count_deleted after delete on mcc.documents
  referencing old table as old_rows for each statement execute function mcc.count_documents();

-- Accepted, Processing, Shipped, Partially Shipped, Delivered: SPENT_STATUSES in the contract.
create or replace function mcc.is_spent(status smallint) returns boolean language sql immutable
  return status in (1, 3, 4, 5, 6);

-- 6 is Delivered. Null if it is not, or nobody knows when it was.
create or replace function mcc.delivery_days(status smallint, order_date timestamptz, status_times jsonb) returns smallint
  language sql stable
  return case when status = 6 then
    least(99, greatest(0, floor(extract(epoch from (status_times->>'6')::timestamptz - order_date) / 86400)))::smallint end;

-- What was spent at a site on a day, and how long the deliveries of a month took. Rows are taken in key order, so that
-- two writers never wait for each other in a circle.
create or replace function mcc.add_to_spend(changes mcc.spend_change[]) returns void language sql as $$
  insert into mcc.site_day_spend as kept
  select company_id, site_id, day, sum(orders), sum(total)
  from unnest(changes)
  group by 1, 2, 3
  having sum(orders) <> 0 or sum(total) <> 0
  order by 1, 2, 3
  on conflict (company_id, site_id, day) do update
    set orders = kept.orders + excluded.orders, total = kept.total + excluded.total;
$$;

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

create or replace trigger spend_inserted after insert on mcc.orders
  referencing new table as new_rows for each statement execute function mcc.count_spend();
create or replace trigger spend_updated after update on mcc.orders
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_spend();
create or replace trigger spend_deleted after delete on mcc.orders
  referencing old table as old_rows for each statement execute function mcc.count_spend();
