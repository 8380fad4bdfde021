-- Counts and sums kept beside the orders by statement-level triggers (functions/count-rollups.sql),
-- in the transaction of the change: pagers, the dashboard and analytics read these instead of
-- counting.
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

call mcc.publish('order_state_counts');
call mcc.publish('order_site_counts');
call mcc.publish('order_day_counts');
revoke insert, update, delete on tenant.order_state_counts, tenant.order_site_counts, tenant.order_day_counts from mcc_request;

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
create index site_day_spend_day on mcc.site_day_spend (company_id, day);
create type mcc.spend_change as (company_id bigint, site_id bigint, day date, orders bigint, total numeric);
call mcc.publish('site_day_spend');
revoke insert, update, delete on tenant.site_day_spend from mcc_request;

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
create index site_month_deliveries_month on mcc.site_month_deliveries (company_id, month);
create type mcc.delivery_change as (company_id bigint, site_id bigint, month date, days smallint, orders bigint);
call mcc.publish('site_month_deliveries');
revoke insert, update, delete on tenant.site_month_deliveries from mcc_request;
