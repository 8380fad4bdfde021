-- Where a login-as was asked for: the networks of the company hold until it is redeemed. Null for tokens of the previous
-- version, which last a minute.
alter table mcc.login_as_tokens add column address text;
call mcc.publish('login_as_tokens');
revoke select, update, delete on tenant.login_as_tokens from mcc_request;
