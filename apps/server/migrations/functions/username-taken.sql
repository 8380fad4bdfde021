-- Usernames are unique over the installation, in capitals or not: a company is told that another one has a name, and no
-- more. Within the company a name is also taken that looks the same, by the rule for the names of who placed an order.
create or replace function tenant.username_taken(name text, of_user bigint) returns boolean
  language sql stable security definer set search_path = mcc, pg_temp as $$
  select exists (select from users where lower(username) = lower(name) and deleted_at is null
      and id is distinct from of_user)
    or exists (select from shop_users where lower(username) = lower(name))
    or exists (select from user_identities known
      join users on users.id = known.user_id and users.deleted_at is null
        and mcc.person_key(users.username) = known.key
      where known.company_id = nullif(current_setting('mcc.company_id', true), '')::bigint
        and known.key = mcc.person_key(name) and known.lost_at is null and users.id is distinct from of_user)
$$;
revoke all on function tenant.username_taken from public;
grant execute on function tenant.username_taken to mcc_request, mcc_platform;

-- The previous release calls this one, also beside this release: to be dropped in the next.
create or replace function tenant.username_exists(name text) returns boolean
  language sql stable security definer set search_path = mcc, pg_temp as $$
  select exists (select from users where lower(username) = lower(name) and deleted_at is null)
    or exists (select from shop_users where lower(username) = lower(name))
$$;
revoke all on function tenant.username_exists from public;
grant execute on function tenant.username_exists to mcc_request, mcc_platform;
