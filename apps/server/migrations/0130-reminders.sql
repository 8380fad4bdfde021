-- How many reminders of a step its approvers have got since it became the current one. Numbers that nobody could send in
-- time are left out, so it is the number of the last one.
alter table mcc.order_steps add column reminders smallint not null default 0;
call mcc.publish('order_steps');

-- The topics are those of the contract.
alter table mcc.notification_preferences drop constraint notification_preferences_topic_check;
alter table mcc.messages drop constraint messages_topic_check;
