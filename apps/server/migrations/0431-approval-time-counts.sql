-- not side by side: the counts lose a key that only a function of the database used, which is replaced with this file.

-- Since when a step waited, so that a time that was counted stays when its order changes; and whether it was assigned to
-- a person, whose times only company admins see.
alter table mcc.approval_times
  add column since timestamptz,
  add column of_person boolean not null default false;

-- Counts are only added, so that decisions never wait for each other; a job adds up those of the same key.
alter table mcc.approval_month_times
  drop constraint approval_month_times_pkey,
  drop constraint approval_month_times_counted_by_check,
  add column added_up boolean not null default false,
  add constraint approval_month_times_counted_by_check check (counted_by in ('all', 'approver', 'step', 'person'));
create index approval_month_times_key on mcc.approval_month_times (company_id, of_order, counted_by, month, name, minutes);
create index approval_month_times_new on mcc.approval_month_times (company_id, month) where not added_up;

call mcc.publish('approval_times');
call mcc.publish('approval_month_times');
revoke insert, update, delete on tenant.approval_times, tenant.approval_month_times from mcc_request;

-- The steps from before, which a job times little by little: those up to the last one at this moment.
create table mcc.untimed_steps (
  done_up_to bigint not null,
  last_id bigint not null
);
insert into mcc.untimed_steps select 0, max(id) from mcc.order_steps having max(id) is not null;
