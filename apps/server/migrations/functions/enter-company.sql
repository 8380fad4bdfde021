-- Lets a platform admin do the work of a company: limits the transaction to it, and answers who they are there, with the
-- rights of a company admin. Nothing when the session is none of a platform admin, or when there is no such company.
create or replace function tenant.enter_company(session_id uuid, company bigint) returns jsonb
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  select users.* into u
    from sessions join users on users.id = sessions.user_id
    where sessions.id = session_id and sessions.ended_at is null and sessions.expires_at > now()
      and sessions.support_access_id is null
      and users.deleted_at is null and users.disabled_at is null
      and users.is_mcc_admin and exists (select from companies where id = company);
  if not found then
    return null;
  end if;
  perform set_config('mcc.company_id', company::text, true);
  u.company_id := company;
  u.is_company_admin := true;
  return (select access.who from mcc.access_of(u) as access);
end $$;

revoke all on function tenant.enter_company from public;
grant execute on function tenant.enter_company to mcc_request;
