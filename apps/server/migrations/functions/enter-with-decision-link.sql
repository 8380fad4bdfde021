-- The link of an e-mail while it works: unused, not expired, of a user who is still there and has the same password and
-- the same address.
create or replace function mcc.working_decision_link(hash bytea) returns setof mcc.decision_links
  language sql stable set search_path = mcc, pg_temp as $$
  select link.*
  from decision_links link join users on users.company_id = link.company_id and users.id = link.user_id
  where link.token_hash = hash and link.used_at is null and link.expires_at > now()
    and users.deleted_at is null and users.disabled_at is null
    and link.email_version = users.email_version
    and link.password_digest = sha256(convert_to(coalesce(users.password_hash, ''), 'UTF8'))
$$;

-- Whether users of a company sign in with its identity provider only.
create or replace function mcc.requires_sso(company bigint) returns boolean
  language sql stable set search_path = mcc, pg_temp as $$
  select exists (select from security_policies where company_id = company and sso_required)
$$;

-- Starts the request of a user who decides by a link without signing in, which their company has to allow, and who
-- has no second factor and needs none: limits the transaction to the company, and answers like tenant.enter.
create or replace function tenant.enter_with_decision_link(hash bytea, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  select users.* into u
    from mcc.working_decision_link(hash) as link
      join users on users.company_id = link.company_id and users.id = link.user_id
      join company_configurations settings on settings.company_id = link.company_id
    where settings.decide_without_sign_in and not link.needs_sign_in and not mcc.requires_sso(link.company_id)
      and not (users.has_second_factor or mcc.needs_second_factor(users));
  if not found then
    return;
  end if;
  perform set_config('mcc.company_id', u.company_id::text, true);
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u), 'policy', mcc.policy_of(u)), access.site_ids
    into who, site_ids
    from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter_with_decision_link from public;
grant execute on function tenant.enter_with_decision_link to mcc_request;

-- A company that switches decisions without a sign-in on has not allowed them for the links that were sent before.
create or replace function mcc.ask_links_for_sign_in() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update decision_links set needs_sign_in = true where company_id = new.company_id and used_at is null and not needs_sign_in;
  return null;
end $$;

create or replace trigger ask_links_for_sign_in after update of decide_without_sign_in on mcc.company_configurations
  for each row when (old.decide_without_sign_in <> new.decide_without_sign_in)
  execute function mcc.ask_links_for_sign_in();
