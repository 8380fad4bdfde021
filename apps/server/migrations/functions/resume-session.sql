-- Starts a request of a session that this process has seen before: limits the transaction to its company and answers the
-- access version, which differs as soon as tenant.enter would answer something else; null when the session has ended.
-- The use of a session is written up to half a minute later, which the idle end allows for.
create or replace function tenant.resume_session(session_id uuid) returns text
  language sql security definer set search_path = mcc, pg_temp as $$
  select concat_ws(' ', users.xmin, users.company_id, access_versions.version, sessions.confirmed_at,
                   sessions.factor_at,
                   set_config('mcc.company_id', coalesce(users.company_id::text, ''), true),
                   (select string_agg(given.id || '/' || principal.xmin, ',' order by given.id)
                    from delegations given join users principal on principal.id = given.principal_id
                    where given.company_id = users.company_id and given.deputy_id = users.id and given.ended_at is null
                      and given.starts_at <= now() and given.ends_at > now()))
  from sessions join users on users.id = sessions.user_id
    left join access_versions on access_versions.company_id = users.company_id
    left join security_policies policy on policy.company_id = users.company_id
  where sessions.id = session_id and sessions.ended_at is null and sessions.expires_at > now()
    and users.deleted_at is null
    and (policy.session_hours is null or sessions.created_at > now() - policy.session_hours * interval '1 hour')
    and (policy.idle_minutes is null
      or sessions.last_used_at > now() - policy.idle_minutes * interval '1 minute' - interval '40 seconds')
$$;

revoke all on function tenant.resume_session from public;
grant execute on function tenant.resume_session to mcc_request;
