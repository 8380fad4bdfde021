-- What the built-in dashboards read (decision 0131). The triggers that keep it are in functions/count-spend.sql and
-- functions/mark-current-steps.sql.

-- Delivered orders by the month of their order date and by how many days their delivery took; 99 stands for more.
-- Orders whose delivery was not seen here, such as old ones that arrived as delivered, are not among them.
create table mcc.site_month_deliveries (
  company_id bigint not null references mcc.companies (id),
  site_id bigint not null,
  month date not null, -- its first day, in UTC
  days smallint not null,
  orders bigint not null,
  primary key (company_id, site_id, month, days)
);

create type mcc.delivery_change as (company_id bigint, site_id bigint, month date, days smallint, orders bigint);

-- 6 is Delivered. Null if it is not, or nobody knows when it was.
create function mcc.delivery_days(status smallint, order_date timestamptz, status_times jsonb) returns smallint
  language sql stable
  return case when status = 6 then
    least(99, greatest(0, floor(extract(epoch from (status_times->>'6')::timestamptz - order_date) / 86400)))::smallint end;

-- Holds back writers until this is committed, so no order is missed or counted twice.
lock table mcc.orders in share row exclusive mode;
insert into mcc.site_month_deliveries
select company_id, site_id, date_trunc('month', order_date at time zone 'UTC')::date,
  mcc.delivery_days(status, order_date, status_times) as days, count(*)
from mcc.orders where status = 6 and status_times ? '6' group by 1, 2, 3, 4;

call mcc.publish('site_month_deliveries');
revoke insert, update, delete on tenant.site_month_deliveries from mcc_request;

-- What was spent at every site of a company since a day.
create index site_day_spend_day on mcc.site_day_spend (company_id, day);

-- With the total, orders of some sites are added up from the index alone.
create index orders_site_total on mcc.orders (company_id, site_id, order_date desc, id desc)
  include (status, payment_status, total);
drop index mcc.orders_site;
alter index mcc.orders_site_total rename to orders_site;

-- Since when an order waits, or waited, for a step: null for one that was settled together with an earlier one.
alter table mcc.order_steps add column current_since timestamptz;
alter table mcc.order_steps disable trigger user;
update mcc.order_steps step set site_id = orders.site_id,
    current_since = case when earlier.acted_at is distinct from step.acted_at
      then coalesce(earlier.acted_at, orders.created_at) end
  from mcc.orders
    join mcc.order_steps own on own.company_id = orders.company_id and own.order_id = orders.id
    cross join lateral (select max(acted_at) as acted_at from mcc.order_steps before
      where before.company_id = own.company_id and before.order_id = own.order_id
        and before.position < own.position) as earlier
  where step.id = own.id and (step.state = 'done' or step.is_current);
alter table mcc.order_steps enable trigger user;
create index order_steps_done on mcc.order_steps (company_id, acted_at) include (name, site_id, current_since)
  where state = 'done' and current_since is not null;
call mcc.publish('order_steps');
