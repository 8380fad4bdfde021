-- Whether the support access of a session goes on, and so does the session that opened it.
create or replace function mcc.has_support(session mcc.sessions) returns boolean
  language sql stable as $$
  select exists (select from mcc.support_accesses granted
      where granted.id = session.support_access_id and granted.revoked_at is null and granted.ends_at > now())
    and exists (select from mcc.sessions opener
      where opener.id = session.rests_on and opener.ended_at is null and opener.expires_at > now())
$$;

-- Whether a session may be used: the longest time and the idle end are the company's. The use of a session is written up
-- to half a minute later, which the idle end allows for.
create or replace function mcc.is_open(session mcc.sessions, policy mcc.security_policies) returns boolean
  language sql stable as $$
  select session.ended_at is null and session.expires_at > now()
    and (session.support_access_id is null or mcc.has_support(session))
    and (policy.session_hours is null or session.created_at > now() - policy.session_hours * interval '1 hour')
    and (policy.idle_minutes is null
      or session.last_used_at > now() - policy.idle_minutes * interval '1 minute' - interval '40 seconds')
$$;

-- Starts every request of a signed-in user: finds the session, limits the transaction to its company, and answers who
-- the user is, with whom they stand in for, and which sites they may see.
create or replace function tenant.enter(session_id uuid, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
  confirmed timestamptz;
  with_factor timestamptz;
  signed_in_by text;
  support bigint;
begin
  select users.* into u
    from sessions join users on users.id = sessions.user_id
      left join security_policies policy on policy.company_id = users.company_id
    where sessions.id = session_id and users.deleted_at is null and users.disabled_at is null
      and mcc.is_open(sessions, policy) and mcc.may_sign_in_by(policy, users.id, sessions.method)
      and (sessions.support_access_id is null or users.is_mcc_admin)
      and (users.is_company_admin or sessions.method = 'Single sign-on' or policy.sso_required is not true)
      and (sessions.factor_at is not null or sessions.method = 'Single sign-on' or not users.has_second_factor);
  if not found then
    return;
  end if;
  select confirmed_at, factor_at, method, support_access_id into confirmed, with_factor, signed_in_by, support
    from sessions where id = session_id;
  if support is not null then
    -- A platform admin who sees what the company admin does who granted it. The policy of the company is for its own users.
    select granted.company_id, granter.enable_analytics into u.company_id, u.enable_analytics
      from support_accesses granted join users granter on granter.id = granted.granted_by where granted.id = support;
    u.is_company_admin := true;
    u.is_mcc_admin := false;
  end if;
  perform set_config('mcc.company_id', coalesce(u.company_id::text, ''), true);
  -- Whoever signs in with a provider gives second factors there.
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u),
      'policy', case when support is null then mcc.policy_of(u) end,
      'must_enroll', support is null and (access.who ->> 'must_enroll')::boolean and signed_in_by <> 'Single sign-on',
      'confirmed_at', extract(epoch from confirmed), 'factor_at', extract(epoch from with_factor))
      || case when support is null then '{}' else '{"is_support": true, "can_impersonate": false}'::jsonb end
      || coalesce((select jsonb_build_object('support_until',
          to_char(granted.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from support_accesses granted
        where u.is_company_admin and granted.company_id = u.company_id and granted.revoked_at is null
          and granted.ends_at > now() order by granted.ends_at desc limit 1), '{}'),
      access.site_ids
    into who, site_ids
    from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter from public;
grant execute on function tenant.enter to mcc_request, mcc_platform;
