-- When approvers are reminded, when a step is escalated, and when the company works. Companies start with reminders
-- and without escalation.
alter table mcc.company_configurations
  add column first_reminder_hours integer not null default 8 check (first_reminder_hours between 1 and 1000),
  add column reminder_interval_hours integer not null default 8 check (reminder_interval_hours between 1 and 1000),
  add column reminder_max integer not null default 3 check (reminder_max between 0 and 50),
  -- null: never
  add column escalation_hours integer check (escalation_hours between 1 and 1000),
  -- null: company admins
  add column escalation_role_id bigint,
  -- 1 is Monday, 7 is Sunday
  add column working_days smallint[] not null default '{1,2,3,4,5}'
    check (cardinality(working_days) between 1 and 7 and working_days <@ '{1,2,3,4,5,6,7}'),
  add column working_from text not null default '08:00',
  add column working_until text not null default '17:00',
  add column time_zone text not null default 'UTC',
  add column decide_without_sign_in boolean not null default false,
  -- HH:MM sorts as text; 24:00 is the end of a day
  add constraint company_configurations_working_hours check (
    working_from ~ '^([01]\d|2[0-3]):[0-5]\d$' and working_until ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'
    and working_from < working_until),
  -- A role cannot be deleted while steps are escalated to it; in a company whose approvals are off it is forgotten.
  add foreign key (company_id, escalation_role_id) references mcc.roles (company_id, id)
    on delete set null (escalation_role_id);

call mcc.publish('company_configurations');
revoke insert, delete on tenant.company_configurations from mcc_request;
