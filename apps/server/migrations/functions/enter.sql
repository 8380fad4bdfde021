-- Starts every request of a signed-in user: finds the session, limits the transaction to its company, and answers who
-- the user is, with whom they stand in for, and which sites they may see.
create or replace function tenant.enter(session_id uuid, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
  confirmed timestamptz;
  with_factor timestamptz;
begin
  select users.* into u
    from sessions join users on users.id = sessions.user_id
      left join security_policies policy on policy.company_id = users.company_id
    where sessions.id = session_id and sessions.ended_at is null and sessions.expires_at > now()
      and users.deleted_at is null
      and (policy.session_hours is null or sessions.created_at > now() - policy.session_hours * interval '1 hour')
      and (policy.idle_minutes is null
        or sessions.last_used_at > now() - policy.idle_minutes * interval '1 minute' - interval '40 seconds');
  if not found then
    return;
  end if;
  select confirmed_at, factor_at into confirmed, with_factor from sessions where id = session_id;
  perform set_config('mcc.company_id', coalesce(u.company_id::text, ''), true);
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u), 'policy', mcc.policy_of(u),
      'confirmed_at', extract(epoch from confirmed), 'factor_at', extract(epoch from with_factor)), access.site_ids
    into who, site_ids
    from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter from public;
grant execute on function tenant.enter to mcc_request, mcc_platform;
