-- Starts every SCIM request: finds the token, limits the transaction to its company, and answers who acts there: somebody
-- without an account, named after the token, with the rights of a company admin. Nothing when there is no such token.
create or replace function tenant.enter_with_directory_token(
  hash bytea, out token_id bigint, out token_name text, out unused_lately boolean, out whose bigint, out who jsonb)
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  t mcc.directory_tokens;
  u mcc.users;
begin
  select * into t from directory_tokens where token_hash = hash;
  if not found then
    return;
  end if;
  perform set_config('mcc.company_id', t.company_id::text, true);
  token_id := t.id;
  token_name := t.name;
  unused_lately := t.last_used_at is null or t.last_used_at < now() - interval '1 minute';
  whose := t.company_id;
  u.company_id := t.company_id;
  u.username := 'Directory (' || t.name || ')';
  u.first_name := '';
  u.last_name := '';
  u.email := '';
  u.is_company_admin := true;
  u.is_mcc_admin := false;
  select access.who into who from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter_with_directory_token from public;
grant execute on function tenant.enter_with_directory_token to mcc_request;
