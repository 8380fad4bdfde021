-- Which messages a user gets by which channel is in notification_preferences; nothing reads the former column.
drop view tenant.users;
alter table mcc.users drop column alert_emails_enabled;
call mcc.publish('users');
