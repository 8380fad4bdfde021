-- Starts every request of a signed-in user: finds the session, limits the transaction to its company, and answers who
-- the user is, with whom they stand in for, and which sites they may see.
create or replace function tenant.enter(session_id uuid, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  select users.* into u
    from sessions join users on users.id = sessions.user_id
    where sessions.id = session_id and sessions.ended_at is null and sessions.expires_at > now()
      and users.deleted_at is null;
  if not found then
    return;
  end if;
  perform set_config('mcc.company_id', coalesce(u.company_id::text, ''), true);
  select access.who || jsonb_build_object('delegations', mcc.delegations_to(u)), access.site_ids into who, site_ids
    from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter from public;
grant execute on function tenant.enter to mcc_request, mcc_platform;
