-- Orders that have arrived and whose triggers were not evaluated yet, written in the transaction of the order. Without
-- foreign keys: it is a part of every order that is stored.
create table mcc.order_arrivals (
  company_id bigint not null,
  order_id bigint not null,
  primary key (company_id, order_id)
);
call mcc.publish('order_arrivals');
revoke select, update, delete on tenant.order_arrivals from mcc_request;

-- How far the triggers of a company were evaluated. Its row is locked while they are: the ids of the alerts of a company
-- are in the order of their commits.
create table mcc.trigger_progress (
  company_id bigint primary key references mcc.companies (id),
  -- the first day and the first week (its Monday) whose digests are not written yet; digests before them are final
  daily_from date not null,
  weekly_from date not null,
  -- the first ones whose digests are not sent by e-mail yet
  daily_sent_from date not null,
  weekly_sent_from date not null,
  -- the last alert that was sent by e-mail to those who want that, and the last one of the sending that is under way
  sent_alert_id bigint not null,
  sending_alert_id bigint
);

-- The orders of a site by weekday of placement, 1 Monday to 7 Sunday: in each day and week that has no digest yet, and
-- of all time (INSTANTLY, with a window that starts in 1970).
create table mcc.site_order_counts (
  company_id bigint not null references mcc.companies (id),
  frequency text not null check (frequency in ('INSTANTLY', 'DAILY', 'WEEKLY')),
  window_start date not null,
  site_id bigint not null,
  weekday smallint not null check (weekday between 1 and 7),
  orders integer not null,
  primary key (company_id, frequency, site_id, window_start, weekday)
);

-- The digest that an alert is, and the first day of its window.
alter table mcc.alerts
  add column digest text check (digest in ('DAILY', 'WEEKLY')),
  add column window_start date,
  add check ((digest is null) = (window_start is null)),
  -- A trigger is deleted with the access to its site. Without an index each deletion would read all alerts, and with one
  -- each alert would cost more; nothing reads the trigger of an alert.
  drop constraint alerts_company_id_trigger_id_fkey;
create index alerts_digest on mcc.alerts (company_id, digest, window_start, user_id) where digest is not null;
call mcc.publish('alerts');

-- The sites for which users were given their first triggers. What a user deletes afterwards does not come back.
create table mcc.trigger_sites (
  company_id bigint not null references mcc.companies (id),
  user_id bigint not null,
  site_id bigint not null,
  primary key (company_id, user_id, site_id)
);
create index trigger_sites_site on mcc.trigger_sites (company_id, site_id);
call mcc.publish('trigger_sites');

-- Users whose triggers a job compares with their sites, because that would take too long in a request.
create table mcc.trigger_reviews (
  company_id bigint not null references mcc.companies (id),
  user_id bigint not null,
  primary key (company_id, user_id)
);
call mcc.publish('trigger_reviews');
revoke update, delete on tenant.trigger_reviews from mcc_request;

-- Every user of a database that has users already.
insert into mcc.trigger_reviews (company_id, user_id)
select company_id, id from mcc.users where company_id is not null and deleted_at is null;
