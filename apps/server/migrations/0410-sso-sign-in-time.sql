-- Whether the provider says when a person signed in there, as its last answer showed; null before the first one. Without
-- it, signing in there again confirms nothing.
alter table mcc.sso_connections add column tells_sign_in_time boolean;
call mcc.publish('sso_connections');
