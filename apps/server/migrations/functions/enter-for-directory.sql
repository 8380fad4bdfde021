-- Lets single sign-on or the directory change users of a company: limits the transaction to it, and answers who does it,
-- with the rights of a company admin and without a user.
create or replace function tenant.enter_for_directory(company bigint, name text, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  u mcc.users;
begin
  if not exists (select from companies where id = company) then
    return;
  end if;
  perform set_config('mcc.company_id', company::text, true);
  u.company_id := company;
  u.username := name;
  u.first_name := '';
  u.last_name := '';
  u.email := '';
  u.is_company_admin := true;
  u.is_mcc_admin := false;
  u.is_demo := false;
  u.enable_analytics := false;
  u.alerts_enabled := false;
  u.has_second_factor := false;
  select access.who || jsonb_build_object('delegations', '[]'::jsonb) into who from mcc.access_of(u) as access;
end $$;

revoke all on function tenant.enter_for_directory from public;
grant execute on function tenant.enter_for_directory to mcc_request;
