-- The person whose rights an assistant has now: nobody once it was revoked or its time is over, while the company has
-- assistants switched off or is closed, or when a session that was opened as theirs was then could not go on.
create or replace function mcc.user_of_grant(given mcc.assistant_grants) returns mcc.users
  language plpgsql stable set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  select users.* into u from users join security_policies policy on policy.company_id = users.company_id
    where users.id = given.user_id and users.company_id = given.company_id
      and given.ended_at is null and given.expires_at > now()
      and exists (select from companies where companies.id = users.company_id and companies.closed_at is null)
      and users.deleted_at is null and users.disabled_at is null and policy.assistants
      and mcc.may_sign_in_by(policy, users.id, given.method)
      and (users.is_company_admin or given.method = 'Single sign-on' or policy.sso_required is not true)
      and (given.with_factor or given.method = 'Single sign-on' or not users.has_second_factor);
  return u;
end $$;

-- Starts every call of an assistant, by the hash of its token and the address it is for: limits the transaction to the
-- company, and answers like tenant.enter who asks. Nothing when the token may not be used.
create or replace function tenant.enter_with_assistant(
  hash bytea, at text, out grant_id bigint, out name text, out kinds text[], out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  given mcc.assistant_grants;
  scopes text;
  u mcc.users;
begin
  select item.payload ->> 'scope' into scopes from oauth_items item
    where item.kind = 'AccessToken' and item.id_hash = hash and item.expires_at > now()
      and item.payload ->> 'aud' = at;
  if not found then
    return;
  end if;
  select g.* into given from assistant_grants g
    join oauth_items item on item.oauth_grant = g.oauth_grant where item.kind = 'AccessToken' and item.id_hash = hash;
  u := mcc.user_of_grant(given);
  if u.id is null then
    return;
  end if;
  perform set_config('mcc.company_id', u.company_id::text, true);
  grant_id := given.id;
  name := given.name;
  kinds := array(select unnest(given.kinds) intersect select unnest(string_to_array(scopes, ' ')));
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u), 'policy', mcc.policy_of(u),
      'must_enroll', (access.who ->> 'must_enroll')::boolean and given.method <> 'Single sign-on'), access.site_ids
    into who, site_ids
    from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter_with_assistant from public;
grant execute on function tenant.enter_with_assistant to mcc_request;
