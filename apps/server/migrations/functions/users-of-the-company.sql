-- What requests may do with a user of the company that the transaction is limited to, and with no other.

-- What `tenant.enter` would answer for a session of this user; nothing when there is no such user. Whoever can sign in with
-- a provider gives second factors there.
create or replace function tenant.access_of_user(whose bigint, out who jsonb, out site_ids bigint[])
  language plpgsql stable security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  select users.* into u from users
    where users.id = whose and users.company_id = current_setting('mcc.company_id')::bigint and users.deleted_at is null;
  if not found then
    return;
  end if;
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u),
      'must_enroll', (access.who ->> 'must_enroll')::boolean and not exists (
        select from sso_identities bound
          join sso_connections connection on connection.company_id = bound.company_id
            and connection.id = bound.connection_id and connection.enabled
        where bound.company_id = u.company_id and bound.user_id = u.id)), access.site_ids into who, site_ids
    from mcc.access_of(u) as access;
end $$;

-- Ends the sessions of a user, but for `kept`, the access of their assistants, and the links that set their password.
create or replace function tenant.end_user_sessions(whose bigint, kept uuid) returns void
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if exists (select from users where id = whose and company_id = current_setting('mcc.company_id')::bigint) then
    update sessions set ended_at = now() where user_id = whose and ended_at is null and id is distinct from kept;
    update assistant_grants set ended_at = now() where user_id = whose and ended_at is null;
    update password_links set used_at = now() where user_id = whose and used_at is null;
  end if;
end $$;

-- A link by which a new user sets a password.
create or replace function tenant.add_invitation(whose bigint, hash bytea, seconds integer) returns void
  language sql security definer set search_path = mcc, pg_temp as $$
  insert into password_links (token_hash, user_id, purpose, expires_at)
  select hash, id, 'invitation', now() + make_interval(secs => seconds)
  from users where id = whose and company_id = current_setting('mcc.company_id')::bigint and deleted_at is null
$$;

revoke all on function tenant.access_of_user, tenant.end_user_sessions, tenant.add_invitation from public;
grant execute on function tenant.access_of_user, tenant.end_user_sessions, tenant.add_invitation to mcc_request;
