-- When the user of an alert has read it.
alter table mcc.alerts add column read_at timestamptz;
call mcc.publish('alerts');

-- The alerts of one user, newest first, and those that are unread.
create index alerts_user_created on mcc.alerts (company_id, user_id, created desc, id desc);
create index alerts_unread on mcc.alerts (company_id, user_id, id) where read_at is null;
-- The alert rules of one site; the unique index of triggers begins with the user.
create index triggers_of_site on mcc.triggers (company_id, site_id, id);
