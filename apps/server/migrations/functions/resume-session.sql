-- Starts a request of a session that this process has seen before: limits the transaction to its company and answers the
-- access version, which differs as soon as tenant.enter would answer something else; null when the session has ended.
create or replace function tenant.resume_session(session_id uuid) returns text
  language sql security definer set search_path = mcc, pg_temp as $$
  select concat_ws(' ', users.xmin, users.company_id, access_versions.version, sessions.confirmed_at,
                   sessions.factor_at,
                   set_config('mcc.company_id', coalesce(support.company_id::text, users.company_id::text, ''), true),
                   (select string_agg(given.id || '/' || principal.xmin, ',' order by given.id)
                    from delegations given join users principal on principal.id = given.principal_id
                    where given.company_id = users.company_id and given.deputy_id = users.id and given.ended_at is null
                      and given.starts_at <= now() and given.ends_at > now()))
  from sessions join users on users.id = sessions.user_id
    left join support_accesses support on support.id = sessions.support_access_id
    left join access_versions on access_versions.company_id = coalesce(support.company_id, users.company_id)
    left join security_policies policy on policy.company_id = users.company_id
  where sessions.id = session_id and users.deleted_at is null and users.disabled_at is null
    and mcc.is_open(sessions, policy) and mcc.may_sign_in_by(policy, users.id, sessions.method)
    and (sessions.support_access_id is null or users.is_mcc_admin)
    and (users.is_company_admin or sessions.method = 'Single sign-on' or policy.sso_required is not true)
    and (sessions.factor_at is not null or sessions.method = 'Single sign-on' or not users.has_second_factor)
$$;

revoke all on function tenant.resume_session from public;
grant execute on function tenant.resume_session to mcc_request;
