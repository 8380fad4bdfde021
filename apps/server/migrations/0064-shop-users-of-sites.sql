-- Every site has a shop user: those that came without one get an account without a password, which login-as can use.
insert into mcc.shop_users (company_id, username, email)
  select distinct on (lower(ecommerce_username)) company_id, ecommerce_username, ecommerce_user_email
  from mcc.sites
  where ecommerce_username <> ''
  order by lower(ecommerce_username), deleted_at is not null, id
  on conflict do nothing;

-- Usernames are unique over the installation, so a company has to be told that another one has a name, and no more.
create function tenant.username_exists(name text) returns boolean
  language sql stable security definer set search_path = mcc, pg_temp as $$
  select exists (select from users where lower(username) = lower(name) and deleted_at is null)
    or exists (select from shop_users where lower(username) = lower(name))
$$;
revoke all on function tenant.username_exists from public;
grant execute on function tenant.username_exists to mcc_request, mcc_platform;
