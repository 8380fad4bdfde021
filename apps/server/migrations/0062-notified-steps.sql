-- The column says when the approvers of a step were notified; a current step without it is the outbox of their messages.
alter view tenant.order_steps rename column told_at to notified_at;
alter table mcc.order_steps rename column told_at to notified_at;
alter index mcc.order_steps_untold rename to order_steps_unnotified;

-- When company admins were notified that no one else can decide about the step: once, however often that is found.
alter table mcc.order_steps add column unassigned_notified_at timestamptz;

call mcc.publish('order_steps');
