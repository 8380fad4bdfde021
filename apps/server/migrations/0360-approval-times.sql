-- Whether a step was decided by a link in an e-mail: the links themselves are deleted after a while.
alter table mcc.order_steps add column by_email boolean not null default false;
call mcc.publish('order_steps');

-- How long steps waited for their decisions, and how long orders took from their first step to the last decision, in
-- working time. Kept by triggers (functions/approval-times.sql). Without a foreign key to the order, as it follows the
-- steps, which have one.
create table mcc.approval_times (
  company_id bigint not null references mcc.companies (id),
  -- false: one step; true: the order as a whole, with who decided last
  of_order boolean not null,
  step_id bigint not null,
  order_id bigint not null,
  site_id bigint not null,
  decided_at timestamptz not null,
  -- who decided, and what the step is called: as of the decision
  approver text not null,
  step text not null,
  -- of working time, rounded up by mcc.rounded_minutes
  minutes integer not null,
  escalated boolean not null,
  delegated boolean not null,
  by_email boolean not null,
  rejected boolean not null,
  primary key (company_id, of_order, step_id)
);
create index approval_times_order on mcc.approval_times (company_id, order_id);
create index approval_times_decided on mcc.approval_times (company_id, of_order, decided_at)
  include (site_id, approver, step, minutes, escalated, delegated, by_email, rejected);
create index approval_times_site on mcc.approval_times (company_id, of_order, site_id, decided_at)
  include (approver, step, minutes, escalated, delegated, by_email, rejected);
create index approval_times_rejected on mcc.approval_times (company_id, decided_at) include (site_id, order_id)
  where rejected and not of_order;

-- The same by month over all sites: how many decisions took so many minutes, of all and of each approver and step. The
-- median of a million decisions is read off these.
create table mcc.approval_month_times (
  company_id bigint not null references mcc.companies (id),
  of_order boolean not null,
  counted_by text not null check (counted_by in ('all', 'approver', 'step')),
  month date not null, -- its first day, in UTC
  name text not null,
  minutes integer not null,
  decisions bigint not null,
  escalated bigint not null,
  delegated bigint not null,
  by_email bigint not null,
  rejected bigint not null,
  primary key (company_id, of_order, counted_by, month, name, minutes)
);

call mcc.publish('approval_times');
call mcc.publish('approval_month_times');
revoke insert, update, delete on tenant.approval_times, tenant.approval_month_times from mcc_request;
