-- The token of a login-as belongs to the session that asked for it: it ends with it, and what its user may do is asked of
-- the session again when the token is redeemed. No token was issued before.
drop view tenant.login_as_tokens;
delete from mcc.login_as_tokens;
alter table mcc.login_as_tokens
  drop column user_id,
  add column session_id uuid not null references mcc.sessions (id) on delete cascade;
create index login_as_tokens_session on mcc.login_as_tokens (session_id);
call mcc.publish('login_as_tokens');
revoke select, update, delete on tenant.login_as_tokens from mcc_request;
